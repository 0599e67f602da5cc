import { useEffect, useMemo, useState } from "preact/hooks";
import { tokensOf } from "../api";
import type { View } from "../model";
import { BranchDialog } from "../pages/replay";
import { KeyList } from "../pages/settings";
import { TextBoard } from "../pages/text-board";
import { ArmyPanel, Orders } from "../panels/army";
import { CombatPanel, Pins, Threats } from "../panels/combat";
import { Hints } from "../panels/hints";
import { Passed } from "../panels/passed";
import { Log } from "../panels/log";
import { Notes } from "../panels/notes";
import { PathTerms, PieceCard } from "../panels/piece";
import { openReplay, Question } from "../panels/question";
import { RuleBook } from "../panels/rules";
import { TableList } from "../panels/tables";
import { ResignDialog, Thinking } from "../panels/thinking";
import { Tray } from "../panels/tray";
import { Units } from "../panels/units";
import { go } from "../router";
import { Session } from "../session/session";
import { settings } from "../settings";
import { useStore } from "../store";
import type { Tableful } from "../table";
import { Dialog, useNarrow } from "../ui/parts";
import { words } from "../words";
import { Finder } from "./finder";
import { Grip, LinkState, ProofNote, WishNote } from "./frame";
import { needsScreen, sideIndex, type Chair } from "./handover";
import { useKeys } from "./keys";
import { MapView } from "./map-view";
import { GameMenu, StandingDialog } from "./menu";
import { Tabs, TabBar, type Tab } from "./tabs";
import { GameTop } from "./top-bar";

export function SeatAt({
  id,
  chair,
  table,
  text,
  onPass,
}: {
  id: string;
  chair: Chair;
  table: Tableful;
  text: boolean;
  onPass: (side: string, view: View) => void;
}) {
  const session = useMemo(
    () => new Session(id, chair.side, chair.token, table.book, table.layout, table.kit),
    [id, chair.side],
  );
  useStore(session);
  const { values } = useStore(settings);
  const [tab, setTab] = useState<Tab>("log");
  const [rule, setRule] = useState<string | null>(null);
  const [menu, setMenu] = useState(false);
  const [finding, setFinding] = useState(false);
  const [keys, setKeys] = useState(false);
  const [branching, setBranching] = useState(false);
  const [resigning, setResigning] = useState(false);
  const [standing, setStanding] = useState(false);
  const [sheet, setSheet] = useState<0 | 1 | 2>(1);
  const [polite, setPolite] = useState("");
  const [urgent, setUrgent] = useState("");
  useEffect(() => {
    session.announce = (said, now) => (now ? setUrgent : setPolite)(said);
    return () => session.close();
  }, [session]);
  const narrow = useNarrow();
  const view = session.view;
  // The turn goes to another person at this screen.
  useEffect(() => {
    const owner = view?.decision?.owner;
    if (owner && owner !== chair.side && tokensOf(id)[owner] && view.seats[owner]?.kind !== "bot") {
      const wait = needsScreen(view) ? 0 : 150;
      const timer = setTimeout(() => onPass(owner, view), wait);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [view?.decision?.owner]);
  useEffect(() => {
    if (view) document.title = `${session.isMine ? "● " : ""}${table.book.title}, ${view.turn}`;
  }, [view?.turn, session.isMine]);
  const openRule = (r: string) => {
    setRule(r);
    setTab("rules");
    if (sheet === 0) setSheet(1);
    if (values.panelHidden) settings.set({ panelHidden: false });
  };
  const ui = { setTab, setMenu, setFinding, setKeys, openRule, text };
  useKeys(session, ui);
  const side = sideIndex(table.book, view?.decision?.owner ?? chair.side ?? "");
  const place = (name: string) => session.board?.frameOn([name]);
  const piece = (name: string) => {
    session.pointing.select(name);
    const at = session.placeOf(name);
    if (at) place(at);
  };
  const ruleBook = (current?: string | null) => (
    <RuleBook
      book={table.book}
      rule={rule}
      log={session.log}
      onOpen={setRule}
      onStep={(n) => openReplay(id, n)}
      current={current}
    />
  );
  return (
    <div
      class={`game s${side} ${values.panel} ${values.panelHidden && !text ? "wide" : ""} ${session.pointing.why ? "has-why" : ""}`}
      style={`--panel:${values.panelWidth}px`}
    >
      <a class="skip" href="#question">
        {words.skip}
      </a>
      <GameTop
        session={session}
        table={table}
        chair={chair}
        onMenu={() => setMenu(!menu)}
        onFind={() => setFinding(true)}
      />
      {text ? (
        <div style="overflow-y:auto;grid-column:1/-1">
          <WishNote session={session} />
          <Thinking session={session} />
          <TextBoard session={session} onRule={openRule} />
          <Hints session={session} onRule={openRule} />
          {tab === "rules" && rule && (
            <Dialog title={words.rule(rule)} onClose={() => setTab("log")}>
              {ruleBook()}
            </Dialog>
          )}
        </div>
      ) : (
        <>
          <MapView session={session} table={table} onRule={openRule} onFind={() => setFinding(true)} />
          {!narrow && <Tray session={session} onRule={openRule} />}
          <aside class={`side sheet${sheet}`} aria-label={words.board.panel}>
            <Grip />
            <button
              type="button"
              class="sheet-grip"
              aria-label={words.board.panel}
              onClick={() => setSheet(((sheet + 1) % 3) as 0 | 1 | 2)}
            />
            <LinkState session={session} />
            <WishNote session={session} />
            <ProofNote id={id} />
            <Question session={session} onRule={openRule} />
            <Thinking session={session} />
            <div class="scroll">
              {narrow && <Tray session={session} onRule={openRule} />}
              <Hints session={session} onRule={openRule} />
              <Passed session={session} />
              <ArmyPanel session={session} onRule={openRule} />
              <Orders session={session} />
              {session.fights.combat ? (
                <CombatPanel session={session} onRule={openRule} />
              ) : (
                !session.army.isOn && <PieceCard session={session} onRule={openRule} />
              )}
              {!session.army.isOn && <PathTerms session={session} onRule={openRule} />}
              <Pins session={session} />
              <Threats session={session} />
              <Tabs tab={tab} onTab={setTab} />
              <div role="tabpanel" id="panel" aria-labelledby={`tab-${tab}`}>
                {tab === "log" && (
                  <Log
                    lines={session.logShown}
                    book={table.book}
                    ground={session.ground}
                    onRule={openRule}
                    onPiece={piece}
                    onPlace={place}
                    undoFrom={view && view.undo.steps ? view.number - view.undo.steps : undefined}
                    onUndo={(to) => void session.undo(to)}
                    onStep={(n) => openReplay(id, n)}
                  />
                )}
                {tab === "units" && <Units session={session} />}
                {tab === "tables" && (
                  <div style="padding:12px 16px">
                    <TableList book={table.book} onRule={openRule} />
                  </div>
                )}
                {tab === "rules" && <div style="padding:12px 16px">{ruleBook(view?.decision?.rule)}</div>}
                {tab === "notes" && <Notes id={id} token={chair.token} />}
              </div>
            </div>
          </aside>
          <TabBar
            tab={tab}
            sheet={sheet}
            onTab={(t) => {
              if (t === "map") setSheet(0);
              else if (t === "text") go(`/g/${id}/text`);
              else {
                setTab(t);
                setSheet(2);
              }
            }}
          />
        </>
      )}
      {menu && (
        <GameMenu
          session={session}
          onClose={() => setMenu(false)}
          onKeys={() => setKeys(true)}
          onBranch={() => setBranching(true)}
          onResign={() => setResigning(true)}
          onStanding={() => setStanding(true)}
        />
      )}
      {finding && <Finder session={session} onClose={() => setFinding(false)} />}
      {keys && (
        <Dialog title={words.keys.title} onClose={() => setKeys(false)}>
          <KeyList />
        </Dialog>
      )}
      {standing && <StandingDialog session={session} onClose={() => setStanding(false)} />}
      {resigning && <ResignDialog session={session} onClose={() => setResigning(false)} />}
      {branching && view && (
        <BranchDialog
          id={id}
          token={chair.token}
          step={view.number}
          mover={session.view?.decision?.owner ?? ""}
          book={table.book}
          seats={view.seats}
          imagines={view.hides && !view.outcome}
          onClose={() => setBranching(false)}
        />
      )}
      <div class="sr" role="status" aria-live="polite">
        {polite}
      </div>
      <div class="sr" role="alert" aria-live="assertive">
        {urgent}
      </div>
    </div>
  );
}
