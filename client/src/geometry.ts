/** Where places lie: hit-testing by arithmetic, neighbours by direction. One code for hexes and zones. */

import type { Layout } from "./model";

export type Point = [number, number];

export interface Place {
  name: string;
  centre: Point;
  polygon: Point[];
  neighbours: number[];
}

export class Ground {
  readonly places: Place[];
  readonly index = new Map<string, number>();
  private readonly cell: number;
  private readonly cells = new Map<number, number[]>();
  private readonly columns: number;

  constructor(readonly layout: Layout) {
    this.places = layout.places.map((p) => ({ ...p, neighbours: [] }));
    this.places.forEach((p, i) => this.index.set(p.name, i));
    this.cell = Math.max(40, layout.placeWidth);
    this.columns = Math.ceil((layout.viewBox[2] + layout.viewBox[0]) / this.cell) + 2;
    this.places.forEach((place, i) => {
      const xs = place.polygon.map((p) => p[0]);
      const ys = place.polygon.map((p) => p[1]);
      for (let x = this.at(Math.min(...xs)); x <= this.at(Math.max(...xs)); x++)
        for (let y = this.at(Math.min(...ys)); y <= this.at(Math.max(...ys)); y++) {
          const key = y * this.columns + x;
          const list = this.cells.get(key);
          if (list) list.push(i);
          else this.cells.set(key, [i]);
        }
    });
    this.findNeighbours();
  }

  private at(v: number): number {
    return Math.floor(v / this.cell);
  }

  get(name: string | null | undefined): Place | undefined {
    const i = name == null ? undefined : this.index.get(name);
    return i === undefined ? undefined : this.places[i];
  }

  has(name: string): boolean {
    return this.index.has(name);
  }

  /** How far two places lie apart; beside the map everything is far. */
  distance(a: string, b: string): number {
    const [from, to] = [this.get(a)?.centre, this.get(b)?.centre];
    return from && to ? Math.hypot(from[0] - to[0], from[1] - to[1]) : Infinity;
  }

  /** The place under a point of the map. */
  hit(x: number, y: number): Place | null {
    const list = this.cells.get(this.at(y) * this.columns + this.at(x)) ?? [];
    for (const i of list) {
      const place = this.places[i]!;
      if (inside(place.polygon, x, y)) return place;
    }
    return null;
  }

  /** Two places are neighbours when they share most of a side: corners lie within a hand's breadth. */
  private findNeighbours(): void {
    const sides = new Map<string, number[]>();
    const round = (p: Point) => `${Math.round(p[0] / 2)},${Math.round(p[1] / 2)}`;
    this.places.forEach((place, i) => {
      const n = place.polygon.length;
      place.polygon.forEach((p, k) => {
        const ends = [round(p), round(place.polygon[(k + 1) % n]!)].sort().join(" ");
        const list = sides.get(ends);
        if (list) list.push(i);
        else sides.set(ends, [i]);
      });
    });
    for (const [a, b] of sides.values()) {
      if (a === undefined || b === undefined || a === b) continue;
      if (!this.places[a]!.neighbours.includes(b)) this.places[a]!.neighbours.push(b);
      if (!this.places[b]!.neighbours.includes(a)) this.places[b]!.neighbours.push(a);
    }
    for (const place of this.places)
      place.neighbours.sort(
        (a, b) =>
          bearing(place.centre, this.places[a]!.centre) - bearing(place.centre, this.places[b]!.centre),
      );
  }

  /** Degrees clockwise from the top of the sheet; null where a place is not on the map. */
  bearing(from: string, to: string): number | null {
    const [a, b] = [this.get(from), this.get(to)];
    return a && b ? bearing(a.centre, b.centre) : null;
  }

  neighbours(name: string): { place: Place; bearing: number }[] {
    const place = this.get(name);
    if (!place) return [];
    return place.neighbours.map((i) => ({
      place: this.places[i]!,
      bearing: bearing(place.centre, this.places[i]!.centre),
    }));
  }

  /** The neighbour that lies nearest to a direction, if any lies within a right angle of it. */
  step(name: string, degrees: number): Place | null {
    let best: Place | null = null;
    let least = 80;
    for (const { place, bearing: b } of this.neighbours(name)) {
      const off = Math.abs(((b - degrees + 540) % 360) - 180);
      if (off < least) {
        least = off;
        best = place;
      }
    }
    return best;
  }

  nearest(x: number, y: number): Place {
    let best = this.places[0]!;
    let least = Infinity;
    for (const place of this.places) {
      const d = (place.centre[0] - x) ** 2 + (place.centre[1] - y) ** 2;
      if (d < least) {
        least = d;
        best = place;
      }
    }
    return best;
  }
}

export function bearing(a: Point, b: Point): number {
  return (Math.atan2(b[0] - a[0], a[1] - b[1]) * 180) / Math.PI + (b[0] < a[0] ? 360 : 0);
}

export function inside(polygon: Point[], x: number, y: number): boolean {
  let found = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i]!;
    const [xj, yj] = polygon[j]!;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) found = !found;
  }
  return found;
}

/** The outer edges of a set of places, as lines to stroke: a side met twice is inner and vanishes. */
export function outline(places: Iterable<Place>): Point[][] {
  const edges = new Map<string, [Point, Point]>();
  const key = (a: Point, b: Point) =>
    `${Math.round(a[0])},${Math.round(a[1])} ${Math.round(b[0])},${Math.round(b[1])}`;
  for (const place of places) {
    const n = place.polygon.length;
    for (let i = 0; i < n; i++) {
      const a = place.polygon[i]!;
      const b = place.polygon[(i + 1) % n]!;
      if (edges.has(key(b, a))) edges.delete(key(b, a));
      else edges.set(key(a, b), [a, b]);
    }
  }
  const next = new Map<string, [Point, Point][]>();
  const spot = (p: Point) => `${Math.round(p[0])},${Math.round(p[1])}`;
  for (const edge of edges.values()) {
    const list = next.get(spot(edge[0]));
    if (list) list.push(edge);
    else next.set(spot(edge[0]), [edge]);
  }
  const lines: Point[][] = [];
  for (const start of edges.values()) {
    const list = next.get(spot(start[0]));
    if (!list || !list.includes(start)) continue;
    const line: Point[] = [start[0]];
    let here: [Point, Point] | undefined = start;
    while (here) {
      const from: [Point, Point][] = next.get(spot(here[0]))!;
      from.splice(from.indexOf(here), 1);
      line.push(here[1]);
      here = next.get(spot(here[1]))?.[0];
    }
    lines.push(line);
  }
  return lines;
}

const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

export function compass(degrees: number): string {
  return COMPASS[Math.round(degrees / 45) % 8]!;
}
