/** The ground as bitmaps: the map's SVG is drawn once for each level of detail, tile by tile, while nobody moves the
 * map, and shown from there. So panning and zooming cost one picture copy, whatever the map holds. */

import type { Camera, Screen, Sheet } from "./camera";
import { digest, keep, recall } from "./overview";

export type Detail = "far" | "mid" | "near";

const TILE = 512;
const SCALES = [0.45, 0.75, 1.5, 3];
const MOST_TILES = 220;

/** The field in few strokes, which is there long before the map's drawing has been read. */
export interface Sketch {
  address(theme: string): string;
  /** Where it lies on the sheet: left, top, right, bottom. */
  neat: [number, number, number, number];
}

interface Tile {
  canvas: HTMLCanvasElement;
  used: number;
}

export function detailAt(scale: number, placeWidth: number): Detail {
  const width = placeWidth * scale;
  return width < 36 ? "far" : width < 60 ? "mid" : "near";
}

export class Tiles {
  private readonly tiles = new Map<string, Tile>();
  private readonly images = new Map<string, HTMLImageElement | "loading">();
  private theme = "";
  private readonly digest: string;
  private recalling = false;
  private coarse = true;
  /** The field in few strokes under everything; null when there is none. */
  private strokes: HTMLCanvasElement | null = null;
  private isSketching = false;
  private clock = 0;
  private busy = false;
  private wanted: (() => string[]) | null = null;
  private ready: () => void = () => undefined;
  private isMoving: () => boolean = () => false;

  constructor(
    private readonly svg: string,
    private readonly css: string,
    private readonly sheet: Sheet,
    private readonly placeWidth: number,
    private readonly sketch: Sketch,
  ) {
    this.digest = digest(svg, css);
  }

  /** The board that shows the ground: what to call when more is drawn, and when to rest. */
  show(ready: () => void, isMoving: () => boolean): void {
    this.ready = ready;
    this.isMoving = isMoving;
  }

  setTheme(theme: string): void {
    if (theme === this.theme) return;
    this.theme = theme;
    this.tiles.clear();
    this.images.clear();
    this.strokes = null;
    void this.recallWhole(theme);
    this.ready();
  }

  /** The whole map from an earlier visit, or else the field in few strokes. */
  private async recallWhole(theme: string): Promise<void> {
    this.recalling = true;
    const found = await recall(`${this.digest}-${theme}`);
    if (theme !== this.theme) return;
    this.recalling = false;
    const key = this.key("far", 0, 0, 0);
    if (found && !this.tiles.has(key)) {
      const canvas = document.createElement("canvas");
      canvas.width = found.width;
      canvas.height = found.height;
      canvas.getContext("2d", { alpha: false })!.drawImage(found, 0, 0);
      this.tiles.set(key, { canvas, used: this.clock });
      this.ready();
    } else if (!found) this.readSketch(theme);
    this.work();
  }

  private readSketch(theme: string): void {
    this.isSketching = true;
    const image = new Image();
    image.onload = image.onerror = (event) => {
      if (theme !== this.theme) return;
      this.isSketching = false;
      if (typeof event !== "string" && event.type === "load") {
        const [left, top, right, bottom] = this.sketch.neat;
        const { canvas, ctx } = this.blank(this.sheet.width, this.sheet.height, SCALES[0]!);
        ctx.drawImage(image, left - this.sheet.left, top - this.sheet.top, right - left, bottom - top);
        this.strokes = canvas;
        this.ready();
      }
      this.work();
    };
    image.src = this.sketch.address(theme);
  }

  /** The counters stand: from now on the ground is drawn as sharp as the screen allows. Before, the whole map as one
   * picture must do, for sharp tiles would keep the counters waiting. */
  refine(): void {
    this.coarse = false;
    this.work();
  }

  /** True when the whole map can be shown, be it coarsely. */
  get hasGround(): boolean {
    return !!this.strokes || this.tiles.has(this.key("far", 0, 0, 0));
  }

  /** Draw what is visible; what is missing is asked for and drawn later. */
  draw(ctx: CanvasRenderingContext2D, camera: Camera, screen: Screen, ratio: number): void {
    const detail = detailAt(camera.scale, this.placeWidth);
    const need = camera.scale * ratio;
    const level = SCALES.findIndex((s) => s >= need * 0.9);
    const best = level < 0 ? SCALES.length - 1 : level;
    const missing = this.visible(detail, best, camera, screen).filter((key) => !this.tiles.has(key));
    this.clock++;
    if (missing.length) this.underlay(ctx, camera, screen, detail, best);
    for (const key of this.visible(detail, best, camera, screen)) this.copy(ctx, key);
    this.wanted = () => {
      const whole = this.key("far", 0, 0, 0);
      const first = this.tiles.has(whole) ? [] : [whole];
      const now = this.visible(detail, best, camera, screen).filter((key) => !this.tiles.has(key));
      const around = this.visible(detail, best, grown(camera, screen, 0.6), {
        width: screen.width * 2.2,
        height: screen.height * 2.2,
      });
      const next = around.filter((key) => !this.tiles.has(key) && !now.includes(key));
      return this.strokes ? [...now, ...first, ...next] : [...first, ...now, ...next];
    };
    this.work();
  }

  /** Coarser pictures under tiles that are not there yet. */
  private underlay(
    ctx: CanvasRenderingContext2D,
    camera: Camera,
    screen: Screen,
    detail: Detail,
    best: number,
  ): void {
    const whole = this.key("far", 0, 0, 0);
    if (this.strokes && !this.tiles.has(whole)) {
      const { left, top, width, height } = this.sheet;
      ctx.drawImage(this.strokes, left, top, width, height);
    } else this.copy(ctx, whole);
    for (let level = 1; level < SCALES.length; level++) {
      if (level === best) continue;
      for (const style of ["mid", "near"] as const)
        for (const key of this.visible(style, level, camera, screen))
          if (this.tiles.has(key)) this.copy(ctx, key);
    }
    void detail;
  }

  private key(detail: Detail, level: number, x: number, y: number): string {
    return `${detail}:${level}:${x}:${y}`;
  }

  private span(level: number): number {
    return level === 0 ? Math.max(this.sheet.width, this.sheet.height) : TILE / SCALES[level]!;
  }

  private visible(detail: Detail, level: number, c: Camera, screen: Screen): string[] {
    const span = this.span(level);
    const from = (v: number) => Math.max(0, Math.floor(v / span));
    const x0 = from(c.x - this.sheet.left);
    const y0 = from(c.y - this.sheet.top);
    const x1 = Math.min(
      Math.ceil(this.sheet.width / span) - 1,
      Math.floor((c.x - this.sheet.left + screen.width / c.scale) / span),
    );
    const y1 = Math.min(
      Math.ceil(this.sheet.height / span) - 1,
      Math.floor((c.y - this.sheet.top + screen.height / c.scale) / span),
    );
    const keys: string[] = [];
    for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) keys.push(this.key(detail, level, x, y));
    return keys;
  }

  private copy(ctx: CanvasRenderingContext2D, key: string): void {
    const tile = this.tiles.get(key);
    if (!tile) return;
    tile.used = this.clock;
    const [, level, x, y] = key.split(":").map(Number) as [number, number, number, number];
    const span = this.span(level);
    const scale = SCALES[level]!;
    ctx.drawImage(
      tile.canvas,
      this.sheet.left + x * span,
      this.sheet.top + y * span,
      tile.canvas.width / scale,
      tile.canvas.height / scale,
    );
  }

  private work(): void {
    if (this.busy || this.recalling || !this.wanted) return;
    this.busy = true;
    const step = () => {
      if (this.isMoving()) {
        setTimeout(step, 60);
        return;
      }
      const key = this.wanted?.()[0];
      const isEnough = this.coarse && (this.isSketching || this.strokes || key !== this.key("far", 0, 0, 0));
      if (key === undefined || isEnough) {
        this.busy = false;
        return;
      }
      const detail = key.split(":")[0] as Detail;
      const image = this.image(detail);
      if (!image) {
        this.busy = false; // work() is called again when the picture has been read
        return;
      }
      const canvas = this.make(key, image);
      if (key === this.key("far", 0, 0, 0)) {
        const name = `${this.digest}-${this.theme}`;
        setTimeout(() => void keep(name, canvas), 2500);
      }
      this.ready();
      setTimeout(step, 0);
    };
    setTimeout(step, 0);
  }

  private image(detail: Detail): HTMLImageElement | null {
    const name = `${detail}:${this.theme}`;
    const found = this.images.get(name);
    if (found) return found === "loading" ? null : found;
    this.images.set(name, "loading");
    const image = new Image();
    const root = `<svg data-theme="${this.theme}" data-zoom="${detail}" `;
    const text = this.svg.replace(/<svg /, root).replace(/(<svg[^>]*>)/, `$1<style>${this.css}</style>`);
    const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    image.onload = () => {
      this.images.set(name, image);
      URL.revokeObjectURL(url);
      this.work();
    };
    image.src = url;
    return null;
  }

  private make(key: string, image: HTMLImageElement): HTMLCanvasElement {
    const [, level, x, y] = key.split(":").map(Number) as [number, number, number, number];
    const span = this.span(level);
    const scale = SCALES[level]!;
    const width = Math.min(span, this.sheet.width - x * span);
    const height = Math.min(span, this.sheet.height - y * span);
    const { canvas, ctx } = this.blank(width, height, scale);
    ctx.translate(-x * span, -y * span);
    ctx.drawImage(image, 0, 0, this.sheet.width, this.sheet.height);
    this.tiles.set(key, { canvas, used: this.clock });
    if (this.tiles.size > MOST_TILES) this.forget();
    return canvas;
  }

  /** An empty part of the sheet, as wide and high as given there. */
  private blank(width: number, height: number, scale: number) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.ceil(width * scale));
    canvas.height = Math.max(1, Math.ceil(height * scale));
    const ctx = canvas.getContext("2d", { alpha: false })!;
    ctx.fillStyle = this.theme === "night" ? "#171b1e" : "#e3d0a8";
    ctx.fillRect(0, 0, canvas.width, canvas.height);
    ctx.scale(scale, scale);
    return { canvas, ctx };
  }

  private forget(): void {
    const old = [...this.tiles.entries()]
      .filter(([key]) => !key.startsWith("far:0"))
      .sort((a, b) => a[1].used - b[1].used);
    for (const [key] of old.slice(0, MOST_TILES / 4)) this.tiles.delete(key);
  }
}

function grown(c: Camera, screen: Screen, by: number): Camera {
  return { ...c, x: c.x - (screen.width * by) / c.scale, y: c.y - (screen.height * by) / c.scale };
}
