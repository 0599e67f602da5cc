/** Counters as bitmaps: drawings that came together share a page, drawn once for each size that is needed. */

import type { Kit } from "../api";

const FIELD = 48;
const CELL = 54;
const INSET = 2;
const COLUMNS = 12;
const SIZES = [22, 32, 48, 64, 96, 144];

interface Page {
  names: string[];
  bodies: string[];
  images: Map<string, HTMLImageElement | "loading">;
  canvases: Map<string, HTMLCanvasElement>;
}

export class Sprites {
  private readonly pages: Page[] = [];
  private readonly where = new Map<string, { page: number; cell: number }>();
  private theme = "paper";
  /** True when a counter could not be drawn since this was last set to false. */
  missed = false;

  private ready: () => void = () => undefined;
  private isMoving: () => boolean = () => false;

  constructor(private readonly kit: Kit) {
    this.add(
      Object.fromEntries(
        Object.entries(kit.plates).map(([plate, body]) => [`badge:${plate}`, centredBadge(body)]),
      ),
    );
  }

  setTheme(theme: string): void {
    if (theme === this.theme) return;
    this.theme = theme;
    for (const page of this.pages) {
      page.canvases.clear();
      page.images.clear();
    }
    this.ready();
  }

  /** The board that shows the counters: what to call when more are drawn, and when to rest. */
  show(ready: () => void, isMoving: () => boolean): void {
    this.ready = ready;
    this.isMoving = isMoving;
  }

  has(name: string): boolean {
    return this.where.has(name);
  }

  add(bodies: Record<string, string>): void {
    const fresh = Object.entries(bodies).filter(([name]) => !this.where.has(name));
    for (let i = 0; i < fresh.length; i += 96) {
      const part = fresh.slice(i, i + 96);
      part.forEach(([name], cell) => this.where.set(name, { page: this.pages.length, cell }));
      this.pages.push({
        names: part.map(([name]) => name),
        bodies: part.map(([, body]) => body),
        images: new Map(),
        canvases: new Map(),
      });
    }
    this.ready();
  }

  /** Draw a counter with its field's corner at (x, y) and `size` wide; `pixels` is its width on the device. */
  draw(
    ctx: CanvasRenderingContext2D,
    name: string,
    x: number,
    y: number,
    size: number,
    pixels: number,
  ): void {
    const spot = this.where.get(name);
    if (!spot) {
      this.missed = true;
      return;
    }
    const page = this.pages[spot.page]!;
    const wanted = SIZES.find((s) => s >= pixels * 0.95) ?? SIZES[SIZES.length - 1]!;
    const canvas = this.canvas(page, wanted);
    if (!canvas) {
      this.missed = true;
      return;
    }
    const unit = canvas.width / (COLUMNS * CELL);
    const sx = (spot.cell % COLUMNS) * CELL * unit;
    const sy = Math.floor(spot.cell / COLUMNS) * CELL * unit;
    const k = size / FIELD;
    ctx.drawImage(canvas, sx, sy, CELL * unit, CELL * unit, x - INSET * k, y - INSET * k, CELL * k, CELL * k);
  }

  /** The canvas of this size, or any other until it is drawn. */
  private canvas(page: Page, size: number): HTMLCanvasElement | null {
    const detail = size <= 32 ? "mid" : "near";
    const key = `${size}:${this.theme}`;
    const found = page.canvases.get(key);
    if (found) return found;
    const image = page.images.get(`${detail}:${this.theme}`);
    const other = page.canvases.values().next().value ?? null;
    if (image instanceof HTMLImageElement) {
      // A new size is drawn at once only when there is nothing else to show.
      if (!other) return this.make(page, key, size, image);
      this.later(page, key, size, image);
    } else if (!image) this.read(page, detail);
    return other;
  }

  private make(page: Page, key: string, size: number, image: HTMLImageElement): HTMLCanvasElement {
    const rows = Math.ceil(page.names.length / COLUMNS);
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil((COLUMNS * CELL * size) / FIELD);
    canvas.height = Math.ceil((rows * CELL * size) / FIELD);
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, (canvas.width * rows) / COLUMNS);
    page.canvases.set(key, canvas);
    return canvas;
  }

  private readonly due = new Set<string>();

  private later(page: Page, key: string, size: number, image: HTMLImageElement): void {
    const name = `${this.pages.indexOf(page)}:${key}`;
    if (this.due.has(name)) return;
    this.due.add(name);
    const step = () => {
      if (this.isMoving()) {
        setTimeout(step, 60);
        return;
      }
      this.due.delete(name);
      if (!page.canvases.has(key) && key.endsWith(this.theme)) this.make(page, key, size, image);
      this.ready();
    };
    setTimeout(step, 0);
  }

  private read(page: Page, detail: string): void {
    const name = `${detail}:${this.theme}`;
    page.images.set(name, "loading");
    const rows = Math.ceil(page.names.length / COLUMNS);
    const cells = page.bodies.map((body, i) => {
      const x = (i % COLUMNS) * CELL + INSET;
      const y = Math.floor(i / COLUMNS) * CELL + INSET;
      return `<g transform="translate(${x} ${y})">${body}</g>`;
    });
    const text =
      `<svg xmlns="http://www.w3.org/2000/svg" class="bullrun-art" data-theme="${this.theme}" data-zoom="${detail}" ` +
      `width="${COLUMNS * CELL}" height="${rows * CELL}"><style>${this.kit.css}</style>` +
      `<defs>${this.kit.defs}</defs>${cells.join("")}</svg>`;
    const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    const image = new Image();
    image.onload = () => {
      page.images.set(name, image);
      URL.revokeObjectURL(url);
      this.ready();
    };
    image.src = url;
  }
}

/** Badges are drawn around (0, 0); in their cell they stand in the middle of the field. */
function centredBadge(body: string): string {
  return `<g transform="translate(24 24) scale(2.6)">${body}</g>`;
}

/** What a badge's cell is wider than the badge itself. */
export const BADGE_SCALE = FIELD / 2.6;
