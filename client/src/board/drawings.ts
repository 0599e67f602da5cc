/** What was drawn stays drawn: boards of one game share ground and counters, so that another seat, a replay or a way
 * back to the game shows at once. One game's drawings are kept, for they are large. */

import type { Kit } from "../api";
import type { Layout } from "../model";
import type { Sheet } from "./camera";
import { Sprites } from "./sprites";
import { Tiles } from "./tiles";

export interface Drawings {
  sheet: Sheet;
  tiles: Tiles;
  sprites: Sprites;
}

let kept: { map: string; style: string; drawings: Drawings } | null = null;

export function drawingsOf(
  layout: Layout,
  map: string,
  kit: Kit,
  style: string,
  sketch: (theme: string) => string,
): Drawings {
  if (kept?.map !== map || kept.style !== style) {
    const [left, top, width, height] = layout.viewBox;
    const sheet = { left, top, width, height };
    const field = { address: sketch, neat: layout.neat };
    const tiles = new Tiles(map, kit.css, sheet, layout.placeWidth, field);
    kept = { map, style, drawings: { sheet, tiles, sprites: new Sprites(kit) } };
  }
  return kept.drawings;
}
