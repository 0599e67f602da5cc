import type { Tone } from "../board/state";
import type { Fight, LogLine, Refusal, SetsOff, View } from "../model";
import type { Option } from "../options";

export interface Why {
  place: string | null;
  piece: string | null;
  action: string;
  refusal: Refusal | null; // null while asking
}

/** A step that sets something off, waiting for an answer at the place where it is made. */
export interface Warning {
  off: SetsOff;
  option?: Option;
  place: string;
  says: string; // the button that makes it
  instead: { place: string; go: () => void } | null; // the nearest place on the way that sets nothing off
  go: () => void;
}

export interface Menu {
  place: string;
  choices: {
    says: string;
    option: Option | null;
    select: string | null;
    rule?: string;
    off?: SetsOff | null;
  }[];
}

export interface Combat {
  key: string;
  fight: Fight;
  report: Record<string, unknown> | null;
  trouble: string;
}

export interface Pin {
  fight: Fight;
  odds: string;
  good: number | null;
  bad: number | null;
}

export interface OverlayShown {
  id: string;
  title: string;
  says: string;
  at: string | null;
  side: string | null;
  waiting: boolean;
}

export interface OverlayData {
  places?: Record<string, { tone?: Tone; text?: string }>;
  lines?: { path: string[]; tone?: Tone }[];
  says?: string;
}

export interface Threat {
  at: string;
  says?: string;
  odds?: string;
  chance?: string;
  attackers?: string[];
  defenders?: string[];
}

/** A step that the board has still to show. */
export interface Queued {
  view: View;
  events: LogLine[];
  shown?: boolean; // the board shows it already
}

export type LinkState = "opening" | "open" | "lost" | "old" | "gone" | "refused";
