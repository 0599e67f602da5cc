/** What the table itself says: warnings before a step, armies on the march, fights as they are played. */

const some = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

export const tableWords = {
  army: {
    taken: (n: number) => `${some(n, "piece", "pieces")} in hand`,
    where: (n: number) => (n === 1 ? "Where does it go?" : `Where do these ${n} pieces go?`),
    says: "Each pays its own way. What cannot come stays, and says why.",
    whereTo: "How far? Click a place, however far away.",
    comes: "comes",
    part: "on the way",
    stays: "stays",
    who: "Who comes",
    count: (n: number, all: number) => `${n} of ${all}`,
    go: (place: string, n: number, all: number) =>
      n === all ? `All to ${place}` : `${n} of ${all} to ${place}`,
    repeat: "Same path again",
    far: "All the way to ...",
    notFar: "Only this turn",
    stack: (n: number) => `Whole stack, ${n}`,
    body: (name: string, n: number) => `${name.charAt(0).toUpperCase()}${name.slice(1)}, ${n}`,
    all: (n: number) => `All ${n} who can march`,
    isThere: "It stands there already.",
    cannot: "It cannot get there now.",
    noWay: "no way leads there",
    noRoom: "no room on the way",
    halted: "The march stopped: something came into sight, or somebody must decide.",
    haltedBy: (piece: string, says: string) =>
      `${piece} halts: ${says.charAt(0).toLowerCase()}${says.slice(1)}.`,
    enemy: (piece: string, place: string) => `${piece} in ${place} is near`,
    faceDown: (place: string) => `what lies face down in ${place} is near`,
    went: (n: number, all: number) =>
      n === all ? `${some(n, "piece has", "pieces have")} marched.` : `${n} of ${all} have marched.`,
    walking: (done: number, all: number) => `${done} of ${all} have marched`,
    stop: "Stop",
    orders: "Orders over several turns",
    order: (pieces: string, place: string) => `${pieces} to ${place}`,
    pieces: (n: number) => some(n, "piece", "pieces"),
    left: (n: number) =>
      n ? `${some(n, "place", "places")} still to go; halts before the enemy` : "halts before the enemy",
    on: "March on",
    allOn: (n: number) => (n === 1 ? "March on" : `All ${n} march on`),
    letGo: "Let go",
  },
  passed: { title: (n: number) => some(n, "thing happened", "things happened"), close: "Put the list away" },
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
