import "./style/index.css";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { Lobby } from "./pages/lobby";
import { NewGame } from "./pages/new-game";
import { Library } from "./pages/library";
import { SettingsPage } from "./pages/settings";
import { GamePage } from "./pages/game";
import { ReplayPage } from "./pages/replay";
import { ReportPage } from "./pages/report";
import { ReviewFilePage, ReviewPage } from "./pages/review";
import { usePath } from "./router";
import { settings } from "./settings";
import { useStore } from "./store";
import { loadKit } from "./table";
import { Trouble } from "./ui/parts";
import { words } from "./words";

function App() {
  const path = usePath();
  useStore(settings);
  const parts = path.split("/").filter(Boolean);
  useEffect(() => {
    document.title = "bullrun";
  }, [path]);
  if (parts[0] === "new") return <NewGame />;
  if (parts[0] === "library")
    return <Library game={parts[1]} rule={parts[2] ? decodeURIComponent(parts[2]) : undefined} />;
  if (parts[0] === "review") return <ReviewFilePage />;
  if (parts[0] === "settings") return <SettingsPage />;
  if (parts[0] === "g" && parts[1]) {
    if (parts[2] === "replay") return <ReplayPage id={parts[1]} key={parts[1]} />;
    if (parts[2] === "review") return <ReviewPage id={parts[1]} key={parts[1]} />;
    if (parts[2] === "report") return <ReportPage id={parts[1]} key={parts[1]} />;
    return <GamePage id={parts[1]} key={parts[1]} text={parts[2] === "text"} />;
  }
  if (parts.length) return <Trouble says={words.state.noPage} />;
  return <Lobby />;
}

void loadKit().then((kit) => {
  const style = document.createElement("style");
  style.textContent = kit.css;
  document.head.append(style);
  const defs = document.createElement("div");
  defs.innerHTML = `<svg class="bullrun-art" width="0" height="0" aria-hidden="true" style="position:absolute"><defs>${kit.defs}</defs></svg>`;
  document.body.append(defs);
});
render(<App />, document.getElementById("app")!);
