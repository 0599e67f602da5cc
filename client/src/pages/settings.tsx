import { settings, type Values } from "../settings";
import { useStore } from "../store";
import { Segments, TopBar } from "../ui/parts";
import { words } from "../words";

export function SettingsPage() {
  const { values } = useStore(settings);
  const s = words.settings;
  return (
    <>
      <TopBar at="settings" />
      <main class="sheet">
        <h1 class="h1" style="margin-bottom:16px">
          {s.title}
        </h1>
        <div class="card">
          <Row title={s.theme}>
            <Segments
              label={s.theme}
              value={values.theme}
              options={[
                ["auto", s.auto],
                ["day", s.day],
                ["night", s.night],
              ]}
              onChange={(theme) => settings.set({ theme })}
            />
          </Row>
          <Row title={s.motion}>
            <Segments
              label={s.motion}
              value={values.motion}
              options={[
                ["auto", s.motionAuto],
                ["less", s.motionLess],
              ]}
              onChange={(motion) => settings.set({ motion })}
            />
          </Row>
          <Row title={s.counters}>
            <Segments
              label={s.counters}
              value={values.counters}
              options={[
                ["figures", s.figures],
                ["boxes", s.boxes],
              ]}
              onChange={(counters) => settings.set({ counters })}
            />
          </Row>
          <Row title={s.panelSide}>
            <Segments
              label={s.panelSide}
              value={values.panel}
              options={[
                ["right", s.right],
                ["left", s.left],
              ]}
              onChange={(panel) => settings.set({ panel })}
            />
          </Row>
          <Row title={s.speed}>
            <Segments
              label={s.speed}
              value={String(values.speed)}
              options={[
                ["0.5", "½×"],
                ["1", "1×"],
                ["2", "2×"],
                ["4", "4×"],
              ]}
              onChange={(speed) => settings.set({ speed: Number(speed) })}
            />
          </Row>
          <Toggle title={s.keys} says={s.keysSays} name="letters" />
          <Toggle title={s.confirm} says={s.confirmSays} name="confirm" />
          <Toggle title={s.hints} says="" name="legend" />
          <Toggle title={s.sound} says={s.soundSays} name="sound" />
        </div>
        <h2 class="h2" style="margin-top:26px">
          {words.keys.title}
        </h2>
        <div class="card" style="padding:16px 20px">
          <KeyList />
        </div>
      </main>
    </>
  );
}

function Row({ title, children }: { title: string; children: preact.ComponentChildren }) {
  return (
    <div class="fset row wrap">
      <b class="grow">{title}</b>
      {children}
    </div>
  );
}

function Toggle({ title, says, name }: { title: string; says: string; name: keyof Values }) {
  const { values } = useStore(settings);
  const on = values[name] as boolean;
  return (
    <div class="fset row wrap">
      <span class="grow">
        <b>{title}</b>
        {says && (
          <span class="sm mut" style="display:block">
            {says}
          </span>
        )}
      </span>
      <Segments
        label={title}
        value={on ? "on" : "off"}
        options={[
          ["on", words.newGame.on],
          ["off", words.newGame.off],
        ]}
        onChange={(v) => settings.set({ [name]: v === "on" })}
      />
    </div>
  );
}

export function KeyList() {
  return (
    <dl class="keys">
      {words.keys.list.map(([key, does]) => (
        <>
          <dt key={key}>{key}</dt>
          <dd>{does}</dd>
        </>
      ))}
    </dl>
  );
}
