/** What a player set for this browser. */

import { Store } from "./store";

export interface Values {
  theme: "auto" | "day" | "night";
  motion: "auto" | "less";
  text: "usual" | "large" | "larger";
  counters: "figures" | "boxes";
  letters: boolean;
  confirm: boolean;
  sound: boolean;
  panel: "right" | "left";
  panelWidth: number;
  panelHidden: boolean;
  tray: "auto" | "open" | "shut"; // auto: open while it matters
  legend: boolean;
  speed: number;
}

const DEFAULTS: Values = {
  theme: "auto",
  motion: "auto",
  text: "usual",
  counters: "figures",
  letters: true,
  confirm: true,
  sound: false,
  panel: "right",
  panelWidth: 388,
  panelHidden: false,
  tray: "auto",
  legend: true,
  speed: 1,
};
const KEY = "bullrun.settings";

class Settings extends Store {
  values: Values;

  constructor() {
    super();
    let kept: Partial<Values> = {};
    try {
      kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Values>;
    } catch {
      kept = {};
    }
    this.values = { ...DEFAULTS, ...kept };
    this.apply();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.apply());
  }

  set(change: Partial<Values>): void {
    this.values = { ...this.values, ...change };
    localStorage.setItem(KEY, JSON.stringify(this.values));
    this.apply();
    this.changed();
  }

  get isNight(): boolean {
    if (this.values.theme !== "auto") return this.values.theme === "night";
    return matchMedia("(prefers-color-scheme: dark)").matches;
  }

  get reducedMotion(): boolean {
    return this.values.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  flipTheme(): void {
    this.set({ theme: this.isNight ? "day" : "night" });
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.isNight ? "night" : "paper";
    document.documentElement.dataset.motion = this.reducedMotion ? "less" : "full";
    document.documentElement.dataset.text = this.values.text;
    this.changed();
  }
}

export const settings = new Settings();
