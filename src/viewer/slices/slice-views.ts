/** The slices beside the 3D view: canvases that follow the document, and what pointers and keys do on them. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { EdgeLetters, ImageSize, Volume } from '../../index.js';
import type { PlaneName } from '../../slices/planes.js';
import { FineValue } from '../data/fine-value.js';
import type { Session } from '../session.js';
import { SlicePainter } from './slice-painter.js';
import {
  indexToWorldPoint,
  moveTo,
  pointOfSlice,
  type SlicePlane,
  type SlicePoint,
  sliceNumber,
  slicePlanes,
  slicePosition,
} from './slice-planes.js';
import { cursorWorld, describeValue, pointUnder, shownPosition } from './slice-values.js';
import { boxOf, placeIn, type Viewport, WHOLE } from './slice-viewport.js';

const LETTERS: Readonly<Record<PlaneName, EdgeLetters>> = {
  axial: { left: 'R', right: 'L', top: 'A', bottom: 'P' },
  coronal: { left: 'R', right: 'L', top: 'S', bottom: 'I' },
  sagittal: { left: 'A', right: 'P', top: 'S', bottom: 'I' },
};

const PLANE_LABELS: Readonly<Record<PlaneName, string>> = { axial: 'Axial', coronal: 'Coronal', sagittal: 'Sagittal' };

const ZOOM_MAX = 32;

/** The pointer's position on a canvas, in CSS pixels: what is there changes under a pointer that rests. */
interface Hover extends ImageSize {
  readonly plane: PlaneName;
  readonly at: SlicePoint;
}

export class SliceViews {
  readonly #session: Session;
  readonly #refresh: () => void;
  readonly #viewports = new Map<PlaneName, Viewport>();
  readonly #fine: FineValue;
  #hover: Hover | undefined;
  #drag:
    | {
        readonly plane: SlicePlane;
        readonly kind: 'cursor' | 'window' | 'pan';
        last: SlicePoint;
        readonly gesture: object;
      }
    | undefined;
  readonly #painter: SlicePainter;

  constructor(session: Session, refresh: () => void) {
    this.#session = session;
    this.#refresh = refresh;
    this.#fine = new FineValue(refresh);
    this.#painter = new SlicePainter(session, refresh);
  }

  template(): TemplateResult | typeof nothing {
    const { data, preferences } = this.#session;
    const { volume } = data;
    if (!volume || preferences.layout === '3d') return nothing;
    return html`${slicePlanes(volume).map((plane) => this.#sliceTemplate(volume, plane))}`;
  }

  #sliceTemplate(volume: Volume, plane: SlicePlane) {
    const { name } = plane;
    const letters = LETTERS[name];
    const slice = sliceNumber(plane, cursorWorld(this.#session, volume));
    return html`<div class="slice" data-plane=${name}>
      <canvas
        tabindex="0"
        role="slider"
        aria-orientation="vertical"
        aria-label="${PLANE_LABELS[name]} slice"
        aria-valuemin="0"
        aria-valuemax=${plane.count - 1}
        aria-valuenow=${slice}
        @pointerdown=${(event: PointerEvent) => this.#begin(event, volume, plane)}
        @pointermove=${(event: PointerEvent) => this.#move(event, volume, plane)}
        @pointerup=${() => this.#end()}
        @pointercancel=${() => this.#end()}
        @pointerleave=${() => this.#leave()}
        @contextmenu=${(event: Event) => event.preventDefault()}
        @wheel=${{ handleEvent: (event: WheelEvent) => this.#wheel(event, volume, plane), passive: false }}
        @dblclick=${() => this.#view(name, WHOLE)}
        @keydown=${(event: KeyboardEvent) => this.#key(event, volume, plane)}
      ></canvas>
      <span class="caption top" data-plane=${name}>${PLANE_LABELS[name]} <span class="count">${slice + 1} / ${plane.count}</span></span>
      ${
        volume.anatomical
          ? (['left', 'right', 'top', 'bottom'] as const).map(
              (edge) => html`<span class="edge ${edge}">${letters[edge]}</span>`,
            )
          : nothing
      }
      <span class="caption">${this.#describeHover(volume, plane)}</span>
    </div>`;
  }

  #describeHover(volume: Volume, plane: SlicePlane): string {
    if (this.#hover?.plane !== plane.name) return '';
    const { at, width, height } = this.#hover;
    const place = placeIn(boxOf(plane, this.#viewportOf(plane), width, height), at);
    const index = pointUnder(this.#session, volume, plane, place);
    if (!index) return '';
    const world = indexToWorldPoint(volume, index).map((coordinate) => coordinate.toFixed(1));
    return `${describeValue(this.#session, this.#fine, index)}\n${world.join(', ')}`;
  }

  /** Draws all slices that are on the page. */
  draw(root: ParentNode): void {
    const { volume } = this.#session.data;
    if (!volume) return;
    const planes = slicePlanes(volume);
    for (const element of root.querySelectorAll<HTMLElement>('.slice')) {
      const plane = planes.find(({ name }) => name === element.dataset['plane'])!;
      void this.#painter.paint(element.querySelector('canvas')!, volume, plane, this.#viewportOf(plane));
    }
  }

  /** The place of an event in the slice, in shares of its width and height. */
  #placeOf(event: MouseEvent, plane: SlicePlane): SlicePoint {
    const { at, width, height } = pointerOn(event);
    return placeIn(boxOf(plane, this.#viewportOf(plane), width, height), at);
  }

  #begin(event: PointerEvent, volume: Volume, plane: SlicePlane): void {
    const canvas = event.currentTarget as HTMLCanvasElement;
    canvas.setPointerCapture(event.pointerId);
    const moves = event.button > 0 || event.shiftKey;
    const kind = moves ? 'pan' : this.#session.preferences.tool === 'window' ? 'window' : 'cursor';
    this.#drag = { plane, kind, last: { x: event.clientX, y: event.clientY }, gesture: {} };
    if (kind === 'cursor') this.#putCursor(event, volume, plane);
  }

  #move(event: PointerEvent, volume: Volume, plane: SlicePlane): void {
    this.#hover = { plane: plane.name, ...pointerOn(event) };
    const drag = this.#drag;
    if (!drag) {
      this.#refresh();
      return;
    }
    const { width, height } = this.#hover;
    const by = { x: event.clientX - drag.last.x, y: event.clientY - drag.last.y };
    drag.last = { x: event.clientX, y: event.clientY };
    if (drag.kind === 'cursor') this.#putCursor(event, volume, plane);
    else if (drag.kind === 'window') {
      this.#session.edits.shiftWindow({ level: -by.y / height, width: by.x / height }, drag.gesture);
    } else {
      const viewport = this.#viewportOf(plane);
      const box = boxOf(plane, viewport, width, height);
      this.#view(plane.name, { ...viewport, x: viewport.x - by.x / box.width, y: viewport.y - by.y / box.height });
    }
  }

  #putCursor(event: MouseEvent, volume: Volume, plane: SlicePlane): void {
    const { x, y } = this.#placeOf(event, plane);
    const clamp = (share: number) => Math.min(Math.max(share, 0), 1);
    const position = shownPosition(this.#session, volume, plane);
    const cursor = pointOfSlice(plane, { x: clamp(x), y: clamp(y) }, position);
    this.#session.change({ cursor }, this.#drag?.gesture);
  }

  #end(): void {
    this.#drag = undefined;
  }

  #leave(): void {
    this.#hover = undefined;
    this.#refresh();
  }

  #viewportOf({ name }: SlicePlane): Viewport {
    return this.#viewports.get(name) ?? WHOLE;
  }

  #view(name: PlaneName, viewport: Viewport): void {
    this.#viewports.set(name, viewport);
    this.#refresh();
  }

  /** Turns pages; with the control key, as trackpads pinch, it magnifies about the pointer. */
  #wheel(event: WheelEvent, volume: Volume, plane: SlicePlane): void {
    event.preventDefault();
    if (!event.ctrlKey) {
      this.#step(volume, plane, Math.sign(event.deltaY), WHEEL);
      return;
    }
    const place = this.#placeOf(event, plane);
    const before = this.#viewportOf(plane);
    const zoom = Math.min(Math.max(before.zoom * Math.exp(-event.deltaY * 0.01), 1), ZOOM_MAX);
    const keep = before.zoom / zoom;
    this.#view(plane.name, {
      zoom,
      x: place.x + (before.x - place.x) * keep,
      y: place.y + (before.y - place.y) * keep,
    });
  }

  #step(volume: Volume, plane: SlicePlane, by: number, gesture: object): void {
    const cursor = cursorWorld(this.#session, volume);
    const number = Math.min(Math.max(sliceNumber(plane, cursor) + by, 0), plane.count - 1);
    this.#session.change({ cursor: moveTo(plane, cursor, slicePosition(plane, number)) }, gesture);
  }

  #key(event: KeyboardEvent, volume: Volume, plane: SlicePlane): void {
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 },
      ...{ Home: -plane.count, End: plane.count },
    };
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#step(volume, plane, by, KEYS);
  }
}

/** The position of an event on its canvas, in CSS pixels, and the canvas's size. */
function pointerOn(event: MouseEvent): Omit<Hover, 'plane'> {
  const { left, top, width, height } = (event.currentTarget as HTMLCanvasElement).getBoundingClientRect();
  return { at: { x: event.clientX - left, y: event.clientY - top }, width, height };
}

/** Gestures that last until another change. */
const WHEEL = {};
const KEYS = {};
