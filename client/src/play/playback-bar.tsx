import { useEffect } from "preact/hooks";
import type { Session } from "../session/session";
import { settings } from "../settings";
import { useStore } from "../store";
import { Icon } from "../ui/icons";
import { Segments } from "../ui/parts";
import { words } from "../words";

export function PlaybackBar({ session }: { session: Session }) {
  return (
    <div class="playbar" role="region" aria-label={words.playback.bar}>
      <span class="txt">{session.playback.playing && session.notice ? session.notice : toShow(session)}</span>
      {session.playback.playing ? (
        <button type="button" class="btn sm" onClick={() => session.pace.pause()}>
          <Icon name="pause" /> {words.playback.pause}
        </button>
      ) : (
        <button type="button" class="btn sm pri" onClick={() => session.pace.play()}>
          <Icon name="play" /> {words.playback.play}
        </button>
      )}
      <button type="button" class="btn sm" onClick={() => session.pace.step()}>
        {words.playback.step}
      </button>
      <button type="button" class="btn sm" onClick={() => session.pace.skip()}>
        {words.playback.skip} <kbd aria-hidden="true">End</kbd>
      </button>
      <Speed />
    </div>
  );
}

/** How much the board has still to show. */
export function toShow(session: Session): string {
  const { hasBegun, queue } = session.playback;
  return (hasBegun ? words.playback.left : words.playback.happened)(queue.length);
}

/** How fast, here and in the replay. */
export function Speed() {
  return (
    <span class="hide-t">
      <SpeedChoice label={words.replay.speed} />
    </span>
  );
}

export function SpeedChoice({ label }: { label: string }) {
  const { values } = useStore(settings);
  return (
    <Segments
      label={label}
      value={String(values.speed)}
      options={SPEEDS}
      onChange={(speed) => settings.set({ speed: Number(speed) })}
    />
  );
}

const SPEEDS: [string, string][] = [
  ["0.5", "½×"],
  ["1", "1×"],
  ["2", "2×"],
  ["4", "4×"],
];

export function Toast({ session }: { session: Session }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      session.notice = "";
      session.changed();
    }, 5000);
    return () => clearTimeout(timer);
  }, [session.notice]);
  return (
    <p class="toast hide-p" aria-hidden="true">
      {session.notice}
    </p>
  );
}
