/** One slice on the page: its canvas, and what stands on it. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ImageSize, Vec3, Volume } from '../../index.js';
import { planeLetters } from '../../slices/notes/plane-letters.js';
import { PLAIN_NAMES, type PlaneName } from '../../slices/planes.js';
import { icon } from '../icons.js';
import type { OverlayShape } from '../overlay/overlay-shape.js';
import { toSvg } from '../overlay/render-shapes.js';
import type { PaneView } from './pane-view.js';
import { type SlicePlane, sliceNumber } from './slice-planes.js';
import type { SlicePointers } from './slice-pointers.js';

const PLANE_LABELS: Readonly<Record<PlaneName, string>> = { axial: 'Axial', coronal: 'Coronal', sagittal: 'Sagittal' };

/** The name of a plane as the reader knows it. */
function planeLabel(name: PlaneName, { anatomical }: Pick<Volume, 'anatomical'>): string {
  if (anatomical) return PLANE_LABELS[name];
  const [plain] = Object.entries(PLAIN_NAMES).find(([, plane]) => plane === name)!;
  return plain.toUpperCase();
}

/** CSS pixels: smaller panes have no letters at their edges. */
const ROOMY = 96;

export interface PaneContents {
  readonly volume: Volume;
  readonly plane: SlicePlane;
  readonly cursor: Vec3;
  /** Undefined before the pane has a size. */
  readonly view: PaneView | undefined;
  readonly shapes: readonly OverlayShape[];
  readonly handles: unknown;
  /** The value and the place under the pointer. */
  readonly hover: string;
  /** The window's width and middle. */
  readonly window: string;
  readonly isAlone: boolean;
  readonly maximize: () => void;
}

export function slicePane(contents: PaneContents, pointers: SlicePointers): TemplateResult {
  const { volume, plane, cursor, view, isAlone, maximize } = contents;
  const { name, count, isTurned } = plane;
  const label = planeLabel(name, volume);
  const slice = sliceNumber(plane, cursor);
  // Numbers begin at 0, and people count from 1.
  const numbered = `${slice + 1} of ${count}`;
  const maximizeLabel = isAlone ? 'Show all panes (m)' : `${label} alone (m)`;
  return html`<div class="slice" data-plane=${name}>
    <canvas
      tabindex="0"
      role="slider"
      aria-orientation="vertical"
      aria-label="${label} slice"
      aria-valuemin="0"
      aria-valuemax=${count - 1}
      aria-valuenow=${slice}
      aria-valuetext=${numbered}
      @pointerdown=${(event: PointerEvent) => pointers.begin(event, name)}
      @pointermove=${(event: PointerEvent) => pointers.move(event, name)}
      @pointerup=${(event: PointerEvent) => pointers.end(event)}
      @pointercancel=${(event: PointerEvent) => pointers.end(event)}
      @pointerleave=${() => pointers.leave()}
      @contextmenu=${(event: Event) => event.preventDefault()}
      @wheel=${{ handleEvent: (event: WheelEvent) => pointers.wheel(event, name), passive: false }}
      @dblclick=${maximize}
      @keydown=${(event: KeyboardEvent) => pointers.key(event, name)}
    ></canvas>
    ${view ? marks(view.size, contents) : nothing}
    <span class="caption top" data-plane=${name}>${label}${isTurned ? ', turned' : ''} <span class="count">${slice + 1} / ${count}</span></span>
    ${volume.anatomical && !(view && Math.min(view.size.width, view.size.height) < ROOMY) ? letters(plane) : nothing}
    <span class="caption">${contents.hover}</span>
    <span class="caption end">${contents.window}</span>
    <button class="icon-button maximize" aria-label=${maximizeLabel} title=${maximizeLabel} @click=${maximize}>${icon(isAlone ? 'slices' : 'fit')}</button>
    <input
      class="pages"
      type="range"
      aria-label="${label} slice number"
      min="0"
      max=${count - 1}
      step="1"
      aria-valuetext=${numbered}
      .value=${String(slice)}
      @input=${(event: Event) => pointers.show(name, Number((event.target as HTMLInputElement).value), PAGES)}
    />
  </div>`;
}

/** The gesture of the slider beside a slice. */
const PAGES = {};

const marks = ({ width, height }: ImageSize, { shapes, handles }: PaneContents) =>
  html`<svg class="overlay" viewBox="0 0 ${width} ${height}">${toSvg(shapes)}${handles}</svg>`;

const letters = (plane: SlicePlane) => {
  const around = planeLetters(plane);
  return (['left', 'right', 'top', 'bottom'] as const).map(
    (edge) => html`<span class="edge ${edge}">${around[edge]}</span>`,
  );
};
