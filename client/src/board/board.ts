/** The board component: one documented state, changes through `set`, hit-testing by arithmetic. */

import type { Ground, Place, Point } from "../geometry";
import {
  between,
  centred,
  fitted,
  onSheet,
  panned,
  showing,
  toMap,
  toScreen,
  zoomed,
  type Camera,
  type Screen,
  type Sheet,
} from "./camera";
import { fanCells, paint, spots, type Colours, type Flight, type Scene } from "./paint";
import type { Drawings } from "./drawings";
import type { Sprites } from "./sprites";
import { emptyBoard, type BoardState, type Counter } from "./state";
import type { Tiles } from "./tiles";

export interface Target {
  place: Place | null;
  counter: Counter | null;
  screen: Point;
}

export interface BoardEvents {
  hover(target: Target): void;
  click(target: Target, how: { shift: boolean; touch: boolean }): void;
  hold(target: Target): void;
  /** May this counter be dragged? */
  grab(counter: Counter, place: Place): boolean;
  /** A drag begins. */
  take(counter: Counter): void;
  drag(target: Target): void;
  drop(target: Target, touch: boolean): void;
  /** Twice on a counter; true where that meant something. */
  twice?(target: Target): boolean;
  /** A box was drawn around these places. */
  box?(places: string[]): void;
  moved(): void;
}

const LEAST_COUNTER = 22;

export class Board {
  readonly state: BoardState = emptyBoard();
  camera: Camera = { x: 0, y: 0, scale: 1 };
  readonly sheet: Sheet;
  screen: Screen = { width: 0, height: 0 };
  readonly sprites: Sprites;
  private readonly tiles: Tiles;
  private readonly mapCanvas = document.createElement("canvas");
  private readonly topCanvas = document.createElement("canvas");
  private readonly flights = new Map<string, Flight>();
  private colours!: Colours;
  private ratio = 1;
  private mapDirty = true;
  private topDirty = true;
  private frame = 0;
  private movedAt = -1e9;
  private gliding = 0;
  private noted = false;
  private readonly patience: number;
  private readonly unbind: (() => void)[] = [];
  private boxed: [Point, Point] | null = null;
  private dragged: { counter: Counter; at: Point } | null = null;
  reducedMotion = false;

  constructor(
    readonly element: HTMLElement,
    readonly ground: Ground,
    drawings: Drawings,
    private readonly events: BoardEvents,
  ) {
    this.sheet = drawings.sheet;
    const redrawMap = () => {
      this.mapDirty = true;
      this.ask();
    };
    const redrawTop = () => {
      this.topDirty = true;
      this.ask();
    };
    const isMoving = () => performance.now() - this.movedAt < 140;
    this.tiles = drawings.tiles;
    this.tiles.show(redrawMap, isMoving);
    this.sprites = drawings.sprites;
    this.sprites.show(redrawTop, isMoving);
    for (const canvas of [this.mapCanvas, this.topCanvas]) {
      canvas.style.cssText = "position:absolute;inset:0;width:100%;height:100%;display:block";
      canvas.setAttribute("aria-hidden", "true");
      element.append(canvas);
    }
    this.topCanvas.style.touchAction = "none";
    this.recolour();
    this.resize();
    this.fit(false);
    this.listen();
    // A board without counters is not kept waiting for them.
    this.patience = window.setTimeout(() => this.tiles.refine(), 1500);
  }

  // --- changing ---------------------------------------------------------------------------------

  set(change: Partial<BoardState>): void {
    Object.assign(this.state, change);
    // The legend explains costs: the sheet of styles shows it only while the map bears some.
    if (change.lit)
      this.element.toggleAttribute(
        "data-costs",
        [...change.lit.reach.values()].some((cost) => cost.text || cost.stop || cost.alarm),
      );
    this.topDirty = true;
    this.ask();
  }

  /** Read the colours of the page again, after a change of theme. */
  recolour(): void {
    const css = getComputedStyle(this.element);
    const v = (name: string) => css.getPropertyValue(name).trim();
    this.colours = {
      reach: v("--reach"),
      reachSoft: v("--reach-soft"),
      stop: v("--stop"),
      attack: v("--attack"),
      attackSoft: v("--attack-soft"),
      select: v("--select-lit"),
      selectCase: v("--select-case"),
      focus: v("--focus"),
      halo: v("--m-paper"),
      ink: v("--ink"),
      surface: v("--surface"),
      line: v("--line-strong"),
      raised: v("--raised"),
      info: v("--usa-text"),
      alarm: v("--alarm"),
      sheet: v("--m-sheet") || v("--m-paper"),
    };
    const theme = v("--art-theme") || "paper";
    this.tiles?.setTheme(theme);
    this.sprites?.setTheme(theme);
    this.mapDirty = this.topDirty = true;
    this.ask();
  }

  resize(): void {
    const box = this.element.getBoundingClientRect();
    if (!box.width || !box.height) return;
    const middle = this.screen.width
      ? toMap(this.camera, [this.screen.width / 2, this.screen.height / 2])
      : null;
    this.screen = { width: box.width, height: box.height };
    // Places at the rim must come out from under the column of tools.
    const column = this.element.querySelector<HTMLElement>('[data-edge="left"]');
    const left = column?.offsetWidth ? column.offsetLeft + column.offsetWidth + 8 : 0;
    this.state.bounds = { ...this.state.bounds, left };
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    for (const canvas of [this.mapCanvas, this.topCanvas]) {
      canvas.width = Math.round(box.width * this.ratio);
      canvas.height = Math.round(box.height * this.ratio);
    }
    if (middle) this.camera = centred(middle[0], middle[1], this.camera.scale, this.screen);
    this.mapDirty = this.topDirty = true;
    this.ask();
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.gliding);
    clearTimeout(this.patience);
    for (const undo of this.unbind) undo();
    this.mapCanvas.remove();
    this.topCanvas.remove();
  }

  // --- the camera -------------------------------------------------------------------------------

  look(camera: Camera): void {
    this.camera = camera;
    this.movedAt = performance.now();
    this.mapDirty = this.topDirty = true;
    this.ask();
    this.events.moved();
  }

  pan(dx: number, dy: number): void {
    this.look(panned(this.camera, dx, dy, this.sheet, this.screen));
  }

  zoom(factor: number, at?: Point): void {
    this.stopGlide();
    const point = at ?? [this.screen.width / 2, this.screen.height / 2];
    this.look(zoomed(this.camera, factor, point, this.sheet, this.screen));
  }

  fit(glide = true): void {
    const { left, right, top, bottom } = this.state.bounds;
    const room = { width: this.screen.width - left - right, height: this.screen.height - top - bottom };
    const camera = fitted(this.sheet, room);
    this.glide({ ...camera, x: camera.x - left / camera.scale, y: camera.y - top / camera.scale }, glide);
  }

  /** Bring places into view: nothing happens when they are. */
  show(names: string[], glide = true): void {
    let camera = this.camera;
    for (const name of names) {
      const place = this.ground.get(name);
      if (place)
        camera = showing(
          camera,
          place.centre,
          this.screen,
          this.state.bounds,
          Math.min(70, this.screen.width / 6),
        );
    }
    if (camera !== this.camera) this.glide(camera, glide);
  }

  /** Centre on some places, near enough to read them. */
  frameOn(names: string[], glide = true): void {
    const points = names.map((n) => this.ground.get(n)?.centre).filter((p): p is Point => !!p);
    if (!points.length) return;
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    const pad = this.ground.layout.placeWidth * 2.2;
    const box = { left: Math.min(...xs) - pad, top: Math.min(...ys) - pad, width: 0, height: 0 };
    box.width = Math.max(...xs) + pad - box.left;
    box.height = Math.max(...ys) + pad - box.top;
    const { left, right, top, bottom } = this.state.bounds;
    const room = { width: this.screen.width - left - right, height: this.screen.height - top - bottom };
    const best = fitted(box, room);
    const scale = Math.min(Math.max(best.scale, 0.3), 1.1);
    const camera = centred(box.left + box.width / 2, box.top + box.height / 2, scale, room);
    this.glide({ ...camera, x: camera.x - left / scale, y: camera.y - top / scale }, glide);
  }

  private glide(wanted: Camera, smoothly: boolean): void {
    this.stopGlide();
    const to = onSheet(wanted, this.sheet, this.screen, this.state.bounds);
    if (!smoothly || this.reducedMotion) {
      this.look(to);
      return;
    }
    const from = this.camera;
    const start = performance.now();
    const step = (now: number) => {
      const t = Math.min(1, Math.max(0, (now - start) / 250));
      this.look(between(from, to, 1 - (1 - t) ** 3));
      if (t < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  private stopGlide(): void {
    cancelAnimationFrame(this.gliding);
  }

  /** True when a place stands on the free part of the screen. */
  isInView(name: string): boolean {
    const at = this.screenOf(name);
    const { left, right, top, bottom } = this.state.bounds;
    return (
      !!at &&
      at[0] > left &&
      at[1] > top &&
      at[0] < this.screen.width - right &&
      at[1] < this.screen.height - bottom
    );
  }

  screenOf(name: string): Point | null {
    const place = this.ground.get(name);
    return place ? toScreen(this.camera, place.centre) : null;
  }

  // --- animation --------------------------------------------------------------------------------

  /** Let a counter walk along places; it is hidden in its stack meanwhile. */
  async walk(counter: Counter, path: string[], milliseconds: number): Promise<void> {
    const points = path.map((n) => this.ground.get(n)?.centre).filter((p): p is Point => !!p);
    if (points.length < 2 || this.reducedMotion || milliseconds <= 0) return;
    await this.tween(milliseconds, (t) => {
      const s = (1 - (1 - t) ** 2) * (points.length - 1);
      const i = Math.min(points.length - 2, Math.floor(s));
      const [a, b] = [points[i]!, points[i + 1]!];
      const f = s - i;
      this.flights.set(counter.id, {
        counter,
        at: [a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f],
        alpha: 1,
      });
    });
    this.flights.delete(counter.id);
    this.topDirty = true;
    this.ask();
  }

  /** Let a counter that is gone fade where it stood. */
  async fade(counter: Counter, at: string, milliseconds: number): Promise<void> {
    const place = this.ground.get(at);
    if (!place || this.reducedMotion || milliseconds <= 0) return;
    await this.tween(milliseconds, (t) =>
      this.flights.set(counter.id, { counter, at: place.centre, alpha: 1 - t }),
    );
    this.flights.delete(counter.id);
    this.topDirty = true;
    this.ask();
  }

  private tween(milliseconds: number, at: (t: number) => void): Promise<void> {
    const start = performance.now();
    return new Promise((resolve) => {
      const step = (now: number) => {
        const t = Math.min(1, Math.max(0, (now - start) / milliseconds));
        at(t);
        this.topDirty = true;
        this.ask();
        if (t < 1) requestAnimationFrame(step);
        else resolve();
      };
      requestAnimationFrame(step);
    });
  }

  // --- drawing ----------------------------------------------------------------------------------

  private ask(): void {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  private scene(): Scene {
    return {
      ground: this.ground,
      camera: this.camera,
      screen: this.screen,
      ratio: this.ratio,
      sprites: this.sprites,
      colours: this.colours,
      flights: this.flights,
      least: LEAST_COUNTER,
    };
  }

  private draw(): void {
    this.frame = 0;
    if (!this.screen.width) return;
    if (this.mapDirty) {
      this.mapDirty = false;
      const ctx = this.mapCanvas.getContext("2d", { alpha: false })!;
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.fillStyle = this.colours.sheet;
      ctx.fillRect(0, 0, this.mapCanvas.width, this.mapCanvas.height);
      const k = this.camera.scale * this.ratio;
      ctx.setTransform(k, 0, 0, k, -this.camera.x * k, -this.camera.y * k);
      this.tiles.draw(ctx, this.camera, this.screen, this.ratio);
    }
    if (this.topDirty) {
      this.topDirty = false;
      const ctx = this.topCanvas.getContext("2d")!;
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.clearRect(0, 0, this.topCanvas.width, this.topCanvas.height);
      const scene = this.scene();
      if (this.dragged)
        scene.flights.set(this.dragged.counter.id, {
          counter: this.dragged.counter,
          at: this.dragged.at,
          alpha: 0.9,
        });
      this.sprites.missed = false;
      paint(ctx, this.state, scene);
      if (this.boxed) this.outlineBox(ctx, ...this.boxed);
      if (this.state.magnified) this.lens(ctx, this.state.magnified);
    }
    this.note();
  }

  /** The box that is being drawn around pieces. */
  private outlineBox(ctx: CanvasRenderingContext2D, a: Point, b: Point): void {
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    ctx.fillStyle = this.colours.reachSoft;
    ctx.strokeStyle = this.colours.selectCase;
    ctx.lineWidth = 2;
    ctx.setLineDash([6, 4]);
    const size = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])] as const;
    ctx.fillRect(Math.min(a[0], b[0]), Math.min(a[1], b[1]), ...size);
    ctx.strokeRect(Math.min(a[0], b[0]), Math.min(a[1], b[1]), ...size);
    ctx.setLineDash([]);
  }

  /** When ground and counters stand on the screen for the first time, the ground may be drawn sharper. */
  private note(): void {
    if (this.noted || !this.state.stacks.length || this.sprites.missed || !this.tiles.hasGround) return;
    this.noted = true;
    performance.mark("board shown");
    setTimeout(() => this.tiles.refine(), 30);
  }

  /** A round glass of twice the size under the pointer. */
  private lens(ctx: CanvasRenderingContext2D, at: Point): void {
    const r = 110 * this.ratio;
    const [x, y] = [at[0] * this.ratio, at[1] * this.ratio];
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    const copy = document.createElement("canvas");
    copy.width = copy.height = r;
    const inner = copy.getContext("2d")!;
    for (const canvas of [this.mapCanvas, this.topCanvas])
      inner.drawImage(canvas, x - r / 2, y - r / 2, r, r, 0, 0, r, r);
    ctx.save();
    ctx.beginPath();
    ctx.arc(x, y, r, 0, Math.PI * 2);
    ctx.clip();
    ctx.drawImage(copy, x - r, y - r, r * 2, r * 2);
    ctx.restore();
    ctx.strokeStyle = this.colours.ink;
    ctx.lineWidth = 3 * this.ratio;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, Math.PI * 2);
    ctx.stroke();
  }

  // --- finding ----------------------------------------------------------------------------------

  /** What lies under a point of the screen: a counter if one is hit, and its place. */
  find(screen: Point): Target {
    if (this.state.fan) {
      for (const cell of fanCells(this.state, this.scene()))
        if (
          screen[0] >= cell.x - 4 &&
          screen[0] <= cell.x + cell.size + 4 &&
          screen[1] >= cell.y - 4 &&
          screen[1] <= cell.y + cell.size + 4
        )
          return { place: this.ground.get(this.state.fan) ?? null, counter: cell.counter, screen };
    }
    const [x, y] = toMap(this.camera, screen);
    const place = this.ground.hit(x, y);
    if (!this.state.countersHidden) {
      const all = spots(this.state.stacks, this.ground, this.camera.scale, LEAST_COUNTER);
      for (let i = all.length - 1; i >= 0; i--) {
        const spot = all[i]!;
        const h = spot.size / 2 + 2;
        const rise = Math.min(spot.stack.counters.length - 1, 3) * 2.1;
        if (Math.abs(x - spot.x) <= h && Math.abs(y - (spot.y + rise)) <= h + rise) {
          const top =
            spot.stack.counters.find((c) => this.state.selected.has(c.id)) ??
            spot.stack.counters.at(-1) ??
            null;
          if (top) return { place: this.ground.get(spot.stack.place) ?? place, counter: top, screen };
        }
      }
    }
    return { place, counter: null, screen };
  }

  // --- pointer ----------------------------------------------------------------------------------

  private listen(): void {
    const canvas = this.topCanvas;
    const on = <K extends keyof HTMLElementEventMap>(
      name: K,
      f: (e: HTMLElementEventMap[K]) => void,
      o?: AddEventListenerOptions,
    ) => {
      canvas.addEventListener(name, f, o);
      this.unbind.push(() => canvas.removeEventListener(name, f));
    };
    const at = (e: { clientX: number; clientY: number }): Point => {
      const box = this.element.getBoundingClientRect();
      return [e.clientX - box.left, e.clientY - box.top];
    };
    const pointers = new Map<number, Point>();
    let start: Point | null = null;
    let mode: "none" | "press" | "pan" | "drag" | "pinch" | "box" = "none";
    let held: Counter | null = null;
    let timer = 0;
    let lastTap = { when: -1e9, at: [0, 0] as Point };
    let pinch = { distance: 1, middle: [0, 0] as Point };

    on("pointerdown", (e) => {
      if (e.button > 1) return;
      canvas.setPointerCapture(e.pointerId);
      pointers.set(e.pointerId, at(e));
      this.stopGlide();
      if (pointers.size === 2) {
        clearTimeout(timer);
        mode = "pinch";
        const [a, b] = [...pointers.values()] as [Point, Point];
        pinch = {
          distance: Math.hypot(a[0] - b[0], a[1] - b[1]),
          middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2],
        };
        return;
      }
      start = at(e);
      mode = "press";
      held = null;
      const target = this.find(start);
      const touch = e.pointerType !== "mouse";
      const grabbable = target.counter && target.place && e.button === 0;
      if (!touch && grabbable && this.events.grab(target.counter!, target.place!)) held = target.counter;
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (mode !== "press") return;
        if (touch && grabbable && this.events.grab(target.counter!, target.place!)) {
          held = target.counter;
          mode = "drag";
          this.events.take(held!);
          navigator.vibrate?.(12);
        } else if (touch) {
          mode = "none";
          this.events.hold(target);
        }
      }, 350);
    });
    on("pointermove", (e) => {
      const p = at(e);
      if (!pointers.has(e.pointerId)) {
        this.events.hover(this.find(p));
        if (this.state.magnified) this.set({ magnified: p });
        return;
      }
      const before = pointers.get(e.pointerId)!;
      pointers.set(e.pointerId, p);
      if (mode === "pinch" && pointers.size === 2) {
        const [a, b] = [...pointers.values()] as [Point, Point];
        const distance = Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
        const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
        this.look(
          panned(
            zoomed(this.camera, distance / pinch.distance, middle, this.sheet, this.screen),
            middle[0] - pinch.middle[0],
            middle[1] - pinch.middle[1],
            this.sheet,
            this.screen,
          ),
        );
        pinch = { distance, middle };
        return;
      }
      if (mode === "press" && start && Math.hypot(p[0] - start[0], p[1] - start[1]) > 6) {
        clearTimeout(timer);
        mode = e.shiftKey && e.pointerType === "mouse" ? "box" : held ? "drag" : "pan";
        if (mode === "drag") this.events.take(held!);
      }
      if (mode === "pan") this.pan(p[0] - before[0], p[1] - before[1]);
      if (mode === "box" && start) {
        this.boxed = [start, p];
        this.topDirty = true;
        this.ask();
      }
      if (mode === "drag" && held) {
        this.dragged = { counter: held, at: toMap(this.camera, p) };
        this.events.drag(this.findGround(p));
        this.topDirty = true;
        this.ask();
      }
    });
    const up = (e: PointerEvent) => {
      if (!pointers.delete(e.pointerId)) return;
      clearTimeout(timer);
      const p = at(e);
      const was = mode;
      if (pointers.size) {
        mode = "none";
        return;
      }
      mode = "none";
      if (was === "box" && start) {
        this.boxed = null;
        this.topDirty = true;
        this.ask();
        if (e.type === "pointerup") this.events.box?.(this.within(start, p));
      } else if (was === "drag" && held) {
        const id = held.id;
        this.dragged = null;
        this.flights.delete(id);
        this.topDirty = true;
        this.ask();
        if (e.type === "pointerup") this.events.drop(this.findGround(p), e.pointerType !== "mouse");
      } else if (was === "press" && e.type === "pointerup") {
        const touch = e.pointerType !== "mouse";
        const target = this.find(p);
        // Twice in one spot is nearer; but on the place that is previewed it is a yes, however quick.
        const isYes = !!target.place && target.place.name === this.state.lit.path.at(-1);
        const isTwice =
          e.timeStamp - lastTap.when < 280 && Math.hypot(p[0] - lastTap.at[0], p[1] - lastTap.at[1]) < 24;
        if (touch && isTwice && !target.counter && !isYes) this.zoom(1.6, p);
        else if (!touch && isTwice && !isYes && !e.shiftKey && this.events.twice?.(target))
          lastTap.when = -1e9;
        else this.events.click(target, { shift: e.shiftKey, touch });
        lastTap = { when: e.timeStamp, at: p };
      }
      held = null;
      start = null;
    };
    on("pointerup", up);
    on("pointercancel", up);
    // A finger that is lifted leaves the map too; only a mouse that leaves points at nothing.
    on("pointerleave", (e) => {
      if (e.pointerType === "mouse") this.events.hover({ place: null, counter: null, screen: [-1, -1] });
    });
    on("contextmenu", (e) => {
      e.preventDefault();
      this.events.hold(this.find(at(e)));
    });
    on(
      "wheel",
      (e) => {
        e.preventDefault();
        const unit = e.deltaMode === 1 ? 16 : e.deltaMode === 2 ? 400 : 1;
        this.zoom(Math.exp(-e.deltaY * unit * (e.ctrlKey ? 0.01 : 0.0016)), at(e));
      },
      { passive: false },
    );
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(this.element);
    this.unbind.push(() => observer.disconnect());
  }

  /** The places in a box on the screen. */
  private within(a: Point, b: Point): string[] {
    const [left, right] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
    const [top, bottom] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
    return this.ground.places
      .filter(({ centre }) => {
        const [x, y] = toScreen(this.camera, centre);
        return x >= left && x <= right && y >= top && y <= bottom;
      })
      .map((place) => place.name);
  }

  /** The place under a point of the window. */
  placeAt(clientX: number, clientY: number): Place | null {
    const box = this.element.getBoundingClientRect();
    return this.findGround([clientX - box.left, clientY - box.top]).place;
  }

  /** The ground under a point, whatever counters lie there. */
  private findGround(screen: Point): Target {
    const [x, y] = toMap(this.camera, screen);
    return { place: this.ground.hit(x, y), counter: null, screen };
  }
}
