import { SpeedChoice } from "../play/playback-bar";
import { settings, type Values } from "../settings";
import { useStore } from "../store";
import { Segments, TopBar } from "../ui/parts";
import { words } from "../words";

export function SettingsPage() {
  const s = words.settings;
  return (
    <>
      <TopBar at="settings" />
      <main class="sheet">
        <h1 class="h1" style="margin-bottom:16px">
          {s.title}
        </h1>
        <div class="card">
          <Choose
            title={s.theme}
            name="theme"
            options={[
              ["auto", s.auto],
              ["day", s.day],
              ["night", s.night],
            ]}
          />
          <Choose
            title={s.text}
            name="text"
            options={[
              ["usual", s.textUsual],
              ["large", s.textLarge],
              ["larger", s.textLarger],
            ]}
          />
          <Choose
            title={s.motion}
            name="motion"
            options={[
              ["auto", s.motionAuto],
              ["less", s.motionLess],
            ]}
          />
          <Choose
            title={s.counters}
            name="counters"
            options={[
              ["figures", s.figures],
              ["boxes", s.boxes],
            ]}
          />
          <Choose
            title={s.panelSide}
            name="panel"
            options={[
              ["right", s.right],
              ["left", s.left],
            ]}
          />
          <div class="fset row wrap">
            <b class="grow">{s.speed}</b>
            <SpeedChoice label={s.speed} />
          </div>
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

/** A setting with a few named values. */
function Choose<K extends "theme" | "text" | "motion" | "counters" | "panel">({
  title,
  name,
  options,
}: {
  title: string;
  name: K;
  options: [Values[K], string][];
}) {
  const { values } = useStore(settings);
  return (
    <div class="fset row wrap">
      <b class="grow">{title}</b>
      <Segments
        label={title}
        value={values[name]}
        options={options}
        onChange={(value) => settings.set({ [name]: value })}
      />
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
