/** Three short sounds, made on the spot: a move, dice, your turn. Off unless the player wants them. */

import { settings } from "./settings";

let audio: AudioContext | null = null;

function tone(frequency: number, at: number, seconds: number, kind: OscillatorType, loud = 0.08): void {
  const context = audio!;
  const start = context.currentTime + at;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = kind;
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}

export function sound(what: "move" | "dice" | "turn"): void {
  if (!settings.values.sound) return;
  audio ??= new AudioContext();
  if (what === "move") tone(180, 0, 0.09, "triangle");
  if (what === "dice")
    for (let i = 0; i < 4; i++) tone(700 + 190 * ((i * 3) % 4), i * 0.06, 0.05, "square", 0.03);
  if (what === "turn") [392, 523, 659].forEach((f, i) => tone(f, i * 0.11, 0.22, "sine"));
}
