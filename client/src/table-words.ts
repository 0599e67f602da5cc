/** What the table itself says: warnings before a step, armies on the march, fights as they are played. */

export const tableWords = {
  warning: {
    final: "This cannot be taken back.",
    all: "Do it all the same",
    move: "Move all the same",
    stay: "Not yet",
    instead: (place: string) => `Stop in ${place}`,
    quiet: "Do not ask about this again",
    onMap: "answer on the map",
    ask: "Ask about everything again",
    legend: "sets something off",
    at: (place: string) => `Before going to ${place}`,
  },
};
