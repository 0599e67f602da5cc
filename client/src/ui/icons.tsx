/** Icons from the package, by name. */

import alignLeft from "lucide-static/icons/align-left.svg?raw";
import bell from "lucide-static/icons/bell.svg?raw";
import bookOpen from "lucide-static/icons/book-open.svg?raw";
import bookmark from "lucide-static/icons/bookmark.svg?raw";
import check from "lucide-static/icons/check.svg?raw";
import chevronDown from "lucide-static/icons/chevron-down.svg?raw";
import chevronUp from "lucide-static/icons/chevron-up.svg?raw";
import chevronsLeft from "lucide-static/icons/chevrons-left.svg?raw";
import chevronsRight from "lucide-static/icons/chevrons-right.svg?raw";
import cpu from "lucide-static/icons/cpu.svg?raw";
import crosshair from "lucide-static/icons/crosshair.svg?raw";
import dices from "lucide-static/icons/dices.svg?raw";
import download from "lucide-static/icons/download.svg?raw";
import eye from "lucide-static/icons/eye.svg?raw";
import eyeOff from "lucide-static/icons/eye-off.svg?raw";
import flag from "lucide-static/icons/flag.svg?raw";
import branch from "lucide-static/icons/git-branch.svg?raw";
import house from "lucide-static/icons/house.svg?raw";
import image from "lucide-static/icons/image.svg?raw";
import info from "lucide-static/icons/info.svg?raw";
import keyboard from "lucide-static/icons/keyboard.svg?raw";
import layers from "lucide-static/icons/layers.svg?raw";
import list from "lucide-static/icons/list.svg?raw";
import map from "lucide-static/icons/map.svg?raw";
import menu from "lucide-static/icons/menu.svg?raw";
import minus from "lucide-static/icons/minus.svg?raw";
import moon from "lucide-static/icons/moon.svg?raw";
import pause from "lucide-static/icons/pause.svg?raw";
import play from "lucide-static/icons/play.svg?raw";
import plus from "lucide-static/icons/plus.svg?raw";
import redo from "lucide-static/icons/redo-2.svg?raw";
import reset from "lucide-static/icons/rotate-ccw.svg?raw";
import fit from "lucide-static/icons/scan.svg?raw";
import search from "lucide-static/icons/search.svg?raw";
import settings from "lucide-static/icons/settings.svg?raw";
import skipBack from "lucide-static/icons/step-back.svg?raw";
import skipForward from "lucide-static/icons/step-forward.svg?raw";
import sun from "lucide-static/icons/sun.svg?raw";
import swords from "lucide-static/icons/swords.svg?raw";
import trash from "lucide-static/icons/trash-2.svg?raw";
import warn from "lucide-static/icons/triangle-alert.svg?raw";
import undo from "lucide-static/icons/undo-2.svg?raw";
import upload from "lucide-static/icons/upload.svg?raw";
import users from "lucide-static/icons/users.svg?raw";
import x from "lucide-static/icons/x.svg?raw";

const ICONS = {
  alignLeft, bell, bookOpen, bookmark, branch, check, chevronDown, chevronUp, chevronsLeft, chevronsRight, cpu, crosshair, dices, download, eye,
  eyeOff, fit, flag, house, image, info, keyboard, layers, list, map, menu, minus, moon, pause, play, plus, redo,
  reset, search, settings, skipBack, skipForward, sun, swords, trash, undo, upload, users, warn, x,
}; // prettier-ignore

export type IconName = keyof typeof ICONS;

const BODIES = Object.fromEntries(
  Object.entries(ICONS).map(([name, svg]) => [
    name,
    svg.replace(/^[\s\S]*?<svg[^>]*>/, "").replace(/<\/svg>\s*$/, ""),
  ]),
);

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class="i"
      viewBox="0 0 24 24"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: BODIES[name]! }}
    />
  );
}

export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" class="mark">
      <path d="M8.500 3h15L31 16l-7.500 13h-15L1 16z" fill="var(--accent)" />
      <path d="M3.500 19c5-4 8 2 13 0s7-5 12-2" fill="none" stroke="var(--accent-ink)" stroke-width="3" />
      <path d="M12 7.500l6 5m0-5l-6 5" stroke="var(--accent-ink)" stroke-width="2.200" />
    </svg>
  );
}
