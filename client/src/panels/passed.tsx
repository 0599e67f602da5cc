/** What happened in the steps that the player did not watch: a list, until his next step. */

import { niceFractions } from "../format";
import type { Session } from "../session/session";
import { tableWords } from "../table-words";
import { IconButton } from "../ui/parts";

export function Passed({ session }: { session: Session }) {
  const { passed } = session.playback;
  if (!passed.length || session.playback.queue.length) return null;
  const title = tableWords.passed.title(passed.length);
  return (
    <section class="sec" aria-label={title}>
      <h3>
        <span class="grow">{title}</span>
        <IconButton
          icon="x"
          label={tableWords.passed.close}
          class="ghost sm"
          onClick={() => {
            session.playback.passed = [];
            session.changed();
          }}
        />
      </h3>
      <ol class="passed">
        {passed.map((line, i) => (
          <li key={i}>{niceFractions(line.says)}</li>
        ))}
      </ol>
    </section>
  );
}
