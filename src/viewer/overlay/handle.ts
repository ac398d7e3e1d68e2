/** Places in the picture that can be held: by pointers and by keys. */
import { svg } from 'lit-html';
import type { Point } from '../camera/navigate.js';

export interface HandleOptions {
  readonly label: string;
  readonly at: Point;
  /** Its class in the style sheet. */
  readonly kind?: string;
  /** A path that is held as well, such as a ring. */
  readonly path?: string;
  /** Spoken to those who cannot see where it is. */
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  /** Moves by CSS pixels of the picture. */
  readonly drag: (from: Point, to: Point, gesture: object) => void;
  /** Moves by arrow keys: 1 up or to the right, −1 down or to the left. */
  readonly step: (by: 1 | -1, gesture: object) => void;
}

const held = new WeakMap<Element, { last: Point; readonly gesture: object }>();

/** Key presses in a row are undone together. */
const KEYS = {};

const ARROWS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };

export function handle({ label, at, kind = '', path, value, min, max, drag, step }: HandleOptions) {
  return svg`<g
    class="held ${kind}"
    tabindex="0"
    role="slider"
    aria-label=${label}
    aria-valuemin=${min ?? -1e9}
    aria-valuemax=${max ?? 1e9}
    aria-valuenow=${Number(value.toPrecision(6))}
    @pointerdown=${(event: PointerEvent) => {
      const element = event.currentTarget as Element;
      element.setPointerCapture(event.pointerId);
      held.set(element, { last: pointerPosition(event), gesture: {} });
    }}
    @pointermove=${(event: PointerEvent) => {
      const element = event.currentTarget as Element;
      const hold = held.get(element);
      if (!hold || !element.hasPointerCapture(event.pointerId)) return;
      const position = pointerPosition(event);
      drag(hold.last, position, hold.gesture);
      hold.last = position;
    }}
    @keydown=${(event: KeyboardEvent) => {
      const by = ARROWS[event.key];
      if (by === undefined || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      step(by, KEYS);
    }}
  >
    ${path === undefined ? '' : svg`<path class="grip" d=${path} /><path class="line" d=${path} />`}
    <circle class="handle" cx=${at.x} cy=${at.y} r="7" />
  </g>`;
}

function pointerPosition(event: PointerEvent): Point {
  const { left, top } = (event.currentTarget as SVGElement).ownerSVGElement!.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}
