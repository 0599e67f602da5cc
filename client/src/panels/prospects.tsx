/** Options that say what each would allow now, as cards to compare: pointing at one shows it on the map. */

import { percent } from "../format";
import type { Option } from "../options";
import type { Session } from "../session/session";
import { Chip } from "../ui/parts";

export function Prospects({
  session,
  options,
  onRule,
}: {
  session: Session;
  options: Option[];
  onRule: (rule: string) => void;
}) {
  return (
    <ul class="cards">
      {options.map((option, i) => {
        const { says, prospect, rule } = session.optionWords(option);
        const look = () => session.fights.point(option);
        const leave = () => session.fights.point(null);
        return (
          <li key={option.text} class="card-opt" onPointerEnter={look} onPointerLeave={leave}>
            <button
              type="button"
              class="card-go"
              onFocus={look}
              onBlur={leave}
              onClick={() => session.commit(option)}
            >
              <span class="card-head">
                <b>{says}</b> <kbd>{i + 1}</kbd>
              </span>
              <span class="xs mut">{prospect!.says}</span>
              {prospect!.chances && (
                <span class="kpis">
                  {prospect!.chances.map((one) => (
                    <span class="kpi" key={one.says}>
                      <b>{percent(one.chance)}</b>
                      <span>{one.says}</span>
                    </span>
                  ))}
                </span>
              )}
            </button>
            <Chip rule={rule} onOpen={onRule} />
          </li>
        );
      })}
    </ul>
  );
}
