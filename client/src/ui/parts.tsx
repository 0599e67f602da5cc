/** Small parts used everywhere. */

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { settings } from "../settings";
import { useStore } from "../store";
import { words } from "../words";
import { go, href } from "../router";
import { Icon, Mark, type IconName } from "./icons";

/** A rule number that opens the rule. */
export function Chip({ rule, onOpen }: { rule: string | undefined | null; onOpen?: (rule: string) => void }) {
  if (!rule) return null;
  if (!onOpen) return <span class="chip rule">{rule}</span>;
  return (
    <button type="button" class="chip rule" aria-label={words.rule(rule)} onClick={() => onOpen(rule)}>
      {rule}
    </button>
  );
}

export function Link({
  to,
  class: name,
  children,
  label,
  current,
}: {
  to: string;
  class?: string;
  children: ComponentChildren;
  label?: string;
  current?: boolean;
}) {
  return (
    <a
      href={href(to)}
      class={name}
      aria-label={label}
      aria-current={current ? "page" : undefined}
      onClick={(e) => {
        if (e.metaKey || e.ctrlKey || e.shiftKey || e.button) return;
        e.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}

export function IconButton({
  icon,
  label,
  onClick,
  class: name = "",
  disabled,
  pressed,
  title,
}: {
  icon: IconName;
  label: string;
  onClick: () => void;
  class?: string;
  disabled?: boolean;
  pressed?: boolean;
  title?: string;
}) {
  return (
    <button
      type="button"
      class={`btn ic ${name}`}
      aria-label={label}
      title={title ?? label}
      aria-disabled={disabled || undefined}
      aria-pressed={pressed}
      onClick={() => !disabled && onClick()}
    >
      <Icon name={icon} />
    </button>
  );
}

export function ThemeButton() {
  const { isNight } = useStore(settings);
  return (
    <IconButton
      icon={isNight ? "sun" : "moon"}
      label={words.nav.theme}
      class="ghost"
      onClick={() => settings.flipTheme()}
    />
  );
}

/** The way home; the name goes where there is no room for it. */
export function Brand({ label = words.menu.home, hide = "hide-p" }: { label?: string; hide?: string }) {
  return (
    <Link to="/" class="brand" label={label}>
      <Mark />
      <span class={hide}>{words.brand}</span>
    </Link>
  );
}

export function TopBar({ at }: { at: "play" | "library" | "settings" }) {
  return (
    <header class="top">
      <Brand label={words.brand} />
      <nav class="nav" aria-label={words.brand}>
        <Link to="/" class={at === "play" ? "on" : ""} current={at === "play"}>
          {words.nav.play}
        </Link>
        <Link to="/library" class={at === "library" ? "on" : ""} current={at === "library"}>
          {words.nav.library}
        </Link>
        <Link to="/settings" class={at === "settings" ? "on" : ""} current={at === "settings"}>
          {words.nav.settings}
        </Link>
      </nav>
      <span class="end">
        <ThemeButton />
      </span>
    </header>
  );
}

/** The bar over a page about one game: the way home, what it is about, and what can be done. Over a board
 * the title stays on every screen. */
export function PageHead({
  title,
  sub,
  overBoard,
  children,
}: {
  title: string | undefined;
  sub?: string;
  overBoard?: boolean;
  children: ComponentChildren;
}) {
  return (
    <header class="top">
      <Brand hide={overBoard ? "hide-t" : "hide-p"} />
      <div class={overBoard ? "ttl" : "ttl hide-p"}>
        <b>{title}</b>
        {sub && <span>{sub}</span>}
      </div>
      <div class="row end">
        {children}
        {!overBoard && <ThemeButton />}
      </div>
    </header>
  );
}

/** What went wrong, if anything did. */
export function Alarm({ says }: { says: string }) {
  if (!says) return null;
  return (
    <p class="err" role="alert">
      {says}
    </p>
  );
}

/** What stands in place of a page that could not be had. */
export function Trouble({ says }: { says: string }) {
  return (
    <main class="sheet">
      <Alarm says={says} />
      <p style="margin-top:12px">
        <Link to="/" class="btn">
          {words.menu.lobby}
        </Link>
      </p>
    </main>
  );
}

/** What stands in place of a board that is on its way. */
export function Loading() {
  return (
    <div class="board-loading" role="status">
      {words.loading}
    </div>
  );
}

/** A window over the page; the focus stays inside and goes back where it was. */
export function Dialog({
  title,
  onClose,
  children,
  wide,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  wide?: boolean;
}) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    box.current?.showModal();
    return () => before?.focus?.();
  }, []);
  return (
    <dialog
      ref={box}
      class={wide ? "dialog wide" : "dialog"}
      aria-label={title}
      onCancel={onClose}
      onClick={(e) => e.target === box.current && onClose()}
    >
      <div class="dialog-in">
        <div class="row">
          <h2 class="disp grow">{title}</h2>
          <IconButton icon="x" label={words.close} class="ghost" onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** One of a few values. */
export function Segments<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: T;
  options: [T, string][];
  onChange: (value: T) => void;
}) {
  return (
    <span class="seg" role="group" aria-label={label}>
      {options.map(([id, says]) => (
        <button
          type="button"
          key={id}
          aria-pressed={id === value}
          class={id === value ? "on" : ""}
          onClick={() => onChange(id)}
        >
          {says}
        </button>
      ))}
    </span>
  );
}

/** A field that narrows a list. */
export function Search({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <input
      class="search"
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onInput={(e) => onChange(e.currentTarget.value)}
    />
  );
}

/** True on a screen as narrow as a phone's: charts are then drawn anew, not shrunk. */
export function useNarrow(): boolean {
  const query = useMemo(() => matchMedia("(max-width: 640px)"), []);
  const [narrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const listen = () => setNarrow(query.matches);
    query.addEventListener("change", listen);
    return () => query.removeEventListener("change", listen);
  }, []);
  return narrow;
}

/** A table of figures; the first cell of a row names it. With a label it can be scrolled by keys. */
export function FigureTable({
  label,
  head,
  rows,
}: {
  label?: string;
  head: ComponentChildren[];
  rows: ComponentChildren[][];
}) {
  const region = label ? { tabIndex: 0, role: "region" as const, "aria-label": label } : {};
  return (
    <div class="tblwrap" {...region}>
      <table class="tbl">
        <thead>
          <tr>
            {head.map((title, i) => (
              <th scope="col" key={i}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], i) => (
            <tr key={i}>
              <th scope="row">{name}</th>
              {cells.map((cell, k) => (
                <td key={k}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A counter in a panel, drawn as on the map. */
export function Face({ body, size = 40 }: { body: string | undefined; size?: number }) {
  return (
    <svg
      class="bullrun-art face"
      data-zoom="near"
      viewBox="-1 -1 52 52"
      width={size}
      height={size}
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: body ?? "" }}
    />
  );
}
