/** Pointers, wheels and keys on slices. */
import { type ImageSize, smallestSpacing } from '../../index.js';
import { add, scale } from '../../math/vec3.js';
import type { PlaneName } from '../../slices/planes.js';
import type { Point } from '../camera/navigate.js';
import type { Session } from '../session.js';
import { fromPane, type PaneView } from './pane-view.js';
import {
  clampIndex,
  indexToWorldPoint,
  moveTo,
  pointOfSlice,
  sliceNumber,
  slicePosition,
  toIndex,
} from './slice-planes.js';
import { cursorWorld } from './slice-values.js';
import { placeIn, type Viewport, WHOLE } from './slice-viewport.js';

/** Pointers over the panes, and the panes that they act on. */
export interface SlicePanes {
  /** The pane as it is now; undefined before it has a size. */
  readonly viewOf: (name: PlaneName) => PaneView | undefined;
  readonly viewportOf: (name: PlaneName) => Viewport;
  readonly putViewport: (name: PlaneName, viewport: Viewport) => void;
  /** Shows one pane alone, or all of them again. */
  readonly maximize: (name: PlaneName) => void;
  readonly refresh: () => void;
}

const ZOOM_MAX = 32;
const ZOOM_KEY = 1.25;
const PINCH_RATE = 0.01;
/** Movements below this many CSS pixels are a click. */
const CLICK_SLOP = 4;

type DragKind = 'cursor' | 'window' | 'pan' | 'measure';

interface Drag {
  readonly name: PlaneName;
  readonly kind: DragKind;
  readonly start: Point;
  readonly gesture: object;
  hasMoved: boolean;
}

/** Right and down on a slice. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Gestures that last until another change. */
const WHEEL = {};
const KEYS = {};

export class SlicePointers {
  readonly #session: Session;
  readonly #panes: SlicePanes;
  /** Places of the pointers that are down, in their pane. */
  readonly #down = new Map<number, Point>();
  #drag: Drag | undefined;
  #hover: { readonly name: PlaneName; readonly at: Point } | undefined;

  constructor(session: Session, panes: SlicePanes) {
    this.#session = session;
    this.#panes = panes;
  }

  /** The place of the pointer in a pane; undefined where it is in none or another. */
  hover(name: PlaneName): Point | undefined {
    return this.#hover?.name === name ? this.#hover.at : undefined;
  }

  begin(event: PointerEvent, name: PlaneName): void {
    const canvas = event.currentTarget as HTMLCanvasElement;
    canvas.setPointerCapture(event.pointerId);
    const at = placeOn(event);
    this.#down.set(event.pointerId, at);
    if (this.#down.size > 1) {
      this.#drag = undefined;
      return;
    }
    const gesture = {};
    const kind = this.#kindOf(event);
    this.#drag = { name, kind, start: at, gesture, hasMoved: false };
    if (kind === 'cursor') this.#putCursor(name, at, gesture);
    if (kind === 'measure') this.#measure(name, at, gesture);
  }

  #kindOf({ button, shiftKey }: PointerEvent): DragKind {
    if (button > 0 || shiftKey) return 'pan';
    if (this.#session.measuring.isOn) return 'measure';
    return this.#session.preferences.tool === 'window' ? 'window' : 'cursor';
  }

  move(event: PointerEvent, name: PlaneName): void {
    const at = placeOn(event);
    this.#hover = { name, at };
    const from = this.#down.get(event.pointerId);
    if (from) {
      const [other] = [...this.#down].filter(([id]) => id !== event.pointerId);
      this.#down.set(event.pointerId, at);
      if (other) this.#pinch(name, from, at, other[1]);
      else this.#dragTo(name, from, at);
    }
    this.#panes.refresh();
  }

  #dragTo(name: PlaneName, from: Point, at: Point): void {
    const drag = this.#drag;
    const view = this.#panes.viewOf(name);
    if (!drag || !view) return;
    drag.hasMoved ||= distanceOf(drag.start, at) >= CLICK_SLOP;
    if (!drag.hasMoved) return;
    const by = { x: at.x - from.x, y: at.y - from.y };
    if (drag.kind === 'cursor') this.#putCursor(name, at, drag.gesture);
    else if (drag.kind === 'measure') this.#session.measuring.follow(fromPane(view, at), drag.gesture);
    else if (drag.kind === 'pan') this.#pan(name, view, by);
    else {
      const { height } = view.size;
      this.#session.edits.shiftWindow({ level: -by.y / height, width: by.x / height }, drag.gesture);
    }
  }

  end(event: PointerEvent): void {
    this.#down.delete(event.pointerId);
    if (this.#drag?.kind === 'measure') this.#session.measuring.release();
    this.#drag = undefined;
  }

  leave(): void {
    this.#hover = undefined;
    this.#panes.refresh();
  }

  /** Turns pages; with the control key, as trackpads pinch, it magnifies about the pointer. */
  wheel(event: WheelEvent, name: PlaneName): void {
    event.preventDefault();
    if (event.ctrlKey) this.zoom(name, placeOn(event), Math.exp(-event.deltaY * PINCH_RATE));
    else this.step(name, Math.sign(event.deltaY), WHEEL);
  }

  key(event: KeyboardEvent, name: PlaneName): void {
    const view = this.#panes.viewOf(name);
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return;
    const { count } = view.plane;
    const way = event.shiftKey ? ARROWS[event.key] : undefined;
    if (way) {
      this.#take(event, () => this.#nudge(view, way));
      return;
    }
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 },
      ...{ Home: -count, End: count },
    };
    const middle = { x: view.size.width / 2, y: view.size.height / 2 };
    const others: Readonly<Record<string, () => void>> = {
      '+': () => this.zoom(name, middle, ZOOM_KEY),
      '=': () => this.zoom(name, middle, ZOOM_KEY),
      '-': () => this.zoom(name, middle, 1 / ZOOM_KEY),
      r: () => this.#panes.putViewport(name, WHOLE),
      m: () => this.#panes.maximize(name),
      ...(this.#session.measuring.isOn && { Enter: () => this.#measureCrossing(view) }),
    };
    const by = steps[event.key];
    if (by === undefined && !Object.hasOwn(others, event.key)) return;
    this.#take(event, by === undefined ? others[event.key]! : () => this.step(name, by, KEYS));
  }

  /** Does what a key of a slice asks for, in place of what it does elsewhere. */
  #take(event: Event, run: () => void): void {
    event.preventDefault();
    event.stopPropagation();
    run();
  }

  /** Moves the place where the slices cross within one of them, by a voxel. */
  #nudge({ plane }: PaneView, [right, down]: readonly [number, number]): void {
    const volume = this.#session.data.volume!;
    const by = smallestSpacing(volume);
    const moved = add(this.#cursor, add(scale(plane.right, right * by), scale(plane.down, down * by)));
    const cursor = indexToWorldPoint(volume, clampIndex(volume.sizes, toIndex(volume, moved)));
    this.#session.change({ cursor }, KEYS);
  }

  /** Measures where the slices cross, as a click would there. */
  #measureCrossing({ plane }: PaneView): void {
    const hit = { point: this.#cursor, triangle: undefined, label: undefined };
    void this.#session.measuring.add(hit, undefined, plane);
  }

  /** Shows another slice of the plane, from some slices further on. */
  step(name: PlaneName, by: number, gesture: object): void {
    const view = this.#panes.viewOf(name);
    if (view) this.show(name, sliceNumber(view.plane, this.#cursor) + by, gesture);
  }

  /** Shows the slice of that number. */
  show(name: PlaneName, number: number, gesture: object): void {
    const view = this.#panes.viewOf(name);
    if (!view) return;
    const { plane } = view;
    const position = slicePosition(plane, Math.min(Math.max(number, 0), plane.count - 1));
    this.#session.change({ cursor: moveTo(plane, this.#cursor, position) }, gesture);
  }

  get #cursor() {
    return cursorWorld(this.#session, this.#session.data.volume!);
  }

  /** Magnifies about a place of the pane. */
  zoom(name: PlaneName, at: Point, factor: number): void {
    const view = this.#panes.viewOf(name);
    if (!view) return;
    const inPane = placeIn(view.box, at);
    const before = this.#panes.viewportOf(name);
    const zoom = Math.min(Math.max(before.zoom * factor, 1), ZOOM_MAX);
    const keep = before.zoom / zoom;
    this.#panes.putViewport(name, {
      zoom,
      x: inPane.x + (before.x - inPane.x) * keep,
      y: inPane.y + (before.y - inPane.y) * keep,
    });
  }

  #pan(name: PlaneName, { box }: PaneView, by: Point): void {
    const viewport = this.#panes.viewportOf(name);
    this.#panes.putViewport(name, { ...viewport, x: viewport.x - by.x / box.width, y: viewport.y - by.y / box.height });
  }

  /** One finger of two moved: the slice between them moves and grows along. */
  #pinch(name: PlaneName, from: Point, to: Point, other: Point): void {
    const view = this.#panes.viewOf(name);
    if (!view) return;
    const middle = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
    const [start, end] = [middle(from, other), middle(to, other)];
    this.#pan(name, view, { x: end.x - start.x, y: end.y - start.y });
    this.zoom(name, end, distanceOf(to, other) / Math.max(distanceOf(from, other), 1));
  }

  #measure(name: PlaneName, at: Point, gesture: object): void {
    const view = this.#panes.viewOf(name);
    if (!view) return;
    const hit = { point: fromPane(view, at), triangle: undefined, label: undefined };
    void this.#session.measuring.add(hit, gesture, view.plane);
  }

  #putCursor(name: PlaneName, at: Point, gesture: object): void {
    const view = this.#panes.viewOf(name);
    if (!view) return;
    const { x, y } = placeIn(view.box, at);
    const clamp = (share: number) => Math.min(Math.max(share, 0), 1);
    const cursor = pointOfSlice(view.plane, { x: clamp(x), y: clamp(y) }, view.position);
    this.#session.change({ cursor }, gesture);
  }
}

/** The place of an event on its canvas, in CSS pixels. */
function placeOn(event: MouseEvent): Point {
  const { left, top } = (event.currentTarget as HTMLCanvasElement).getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

const distanceOf = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** Sizes of panes are those of their canvases. */
export const paneSize = (canvas: HTMLCanvasElement): ImageSize => ({
  width: canvas.clientWidth,
  height: canvas.clientHeight,
});
