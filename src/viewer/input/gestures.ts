/** Pointers, wheel and double clicks on the picture, as drags, pinches and taps in its pixels. */
import type { Point } from '../camera/navigate.js';

/** The purpose of a drag: the tool's own work, or moving the scene. */
export type DragKind = 'tool' | 'pan';

export interface GestureTarget {
  /** A new object for each gesture, so that it can be undone as a whole. */
  readonly drag: (kind: DragKind, from: Point, to: Point, gesture: object) => void;
  readonly zoom: (at: Point, factor: number, gesture: object) => void;
  readonly tap: (at: Point) => void;
  readonly doubleTap: (at: Point) => void;
}

/** Movements below this many CSS pixels are a click. */
const CLICK_SLOP = 4;
/** Zoom of a wheel's pixel; trackpads pinch with the control key and send a tenth as much. */
const WHEEL_RATE = 0.0016;
const PINCH_RATE = 0.012;
/** Pixels of a wheel's line and page, where it counts by those. */
const WHEEL_UNITS = [1, 16, 400] as const;
/** Wheel turns that follow each other sooner are one gesture. */
const WHEEL_PAUSE_MS = 400;

interface Pointer {
  start: Point;
  last: Point;
  kind: DragKind;
}

/** The element that gestures begin on. */
interface Surface {
  readonly element: HTMLElement;
  readonly listen: <Name extends keyof HTMLElementEventMap>(
    name: Name,
    handle: (event: HTMLElementEventMap[Name]) => void,
  ) => void;
  /** The event's place in the element, in CSS pixels. */
  readonly positionOf: (event: MouseEvent) => Point;
  readonly toPixels: (css: Point) => Point;
}

/** Listens on `element`; the signal ends it. */
export function listenForGestures(
  element: HTMLElement,
  toPixels: (css: Point) => Point,
  target: GestureTarget,
  signal: AbortSignal,
): void {
  const listen: Surface['listen'] = (name, handle) =>
    element.addEventListener(name, handle, { signal, passive: false });
  const positionOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const surface: Surface = { element, listen, positionOf, toPixels };
  listenForPointers(surface, target);
  listenForWheel(surface, target);
  listen('dblclick', (event) => target.doubleTap(toPixels(positionOf(event))));
  listen('contextmenu', (event) => event.preventDefault());
  // A selection that begins or ends here would be dragged by the browser, which then keeps the moves to itself.
  listen('mousedown', (event) => event.preventDefault());
  listen('dragstart', (event) => event.preventDefault());
}

/** Drags, pinches and taps. */
function listenForPointers({ element, listen, positionOf, toPixels }: Surface, target: GestureTarget): void {
  const pointers = new Map<number, Pointer>();
  let gesture = {};
  let hasMoved = false;

  listen('pointerdown', (event) => {
    if (event.target !== element) return;
    element.focus({ preventScroll: true });
    element.setPointerCapture(event.pointerId);
    element.classList.add('dragging');
    if (pointers.size === 0) {
      gesture = {};
      hasMoved = false;
    }
    const position = positionOf(event);
    const kind = event.button > 0 || event.shiftKey ? 'pan' : 'tool';
    pointers.set(event.pointerId, { start: position, last: position, kind });
  });
  listen('pointermove', (event) => {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    const position = positionOf(event);
    if (!hasMoved && distanceOf(position, pointer.start) < CLICK_SLOP) return;
    hasMoved = true;
    const [other] = [...pointers.values()].filter((candidate) => candidate !== pointer);
    const from = pointer.last;
    pointer.last = position;
    if (other) pinch(from, position, other.last);
    else target.drag(pointer.kind, toPixels(from), toPixels(position), gesture);
  });
  /** One finger of two moved: the scene between them moves and grows along. */
  const pinch = (from: Point, to: Point, other: Point) => {
    target.drag('pan', toPixels(middleOf(from, other)), toPixels(middleOf(to, other)), gesture);
    const factor = distanceOf(to, other) / Math.max(distanceOf(from, other), 1);
    target.zoom(toPixels(middleOf(to, other)), factor, gesture);
  };
  const end = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return;
    element.classList.remove('dragging');
    if (!hasMoved && event.type === 'pointerup' && event.button === 0) target.tap(toPixels(positionOf(event)));
  };
  listen('pointerup', end);
  listen('pointercancel', end);
  listen('lostpointercapture', end);
}

function listenForWheel({ listen, positionOf, toPixels }: Surface, target: GestureTarget): void {
  let lastMs = -Infinity;
  let gesture = {};
  listen('wheel', (event) => {
    event.preventDefault();
    const now = performance.now();
    if (now - lastMs > WHEEL_PAUSE_MS) gesture = {};
    lastMs = now;
    const pixels = event.deltaY * WHEEL_UNITS[event.deltaMode as 0 | 1 | 2];
    target.zoom(toPixels(positionOf(event)), Math.exp(-pixels * (event.ctrlKey ? PINCH_RATE : WHEEL_RATE)), gesture);
  });
}

const distanceOf = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
