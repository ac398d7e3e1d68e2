/** The transfer function as a curve over the histogram, with points to drag, add and remove. */
import { html, nothing, svg } from 'lit-html';
import {
  createHistogram,
  formatColor,
  type OpacityPoint,
  parseColor,
  percentile,
  type Statistics,
  type TransferFunction,
} from '../../../index.js';
import type { Session } from '../../session.js';
import { formatValue } from '../../slices/slice-values.js';
import {
  addColorPoint,
  addOpacityPoint,
  moveColorPoint,
  moveOpacityPoint,
  removeColorPoint,
  removeOpacityPoint,
  setColor,
} from '../../transfer/edit-points.js';
import { colorField } from './fields.js';

const WIDTH = 272;
const CURVE_HEIGHT = 118;
const BAR_TOP = 126;
const BAR_HEIGHT = 16;
const HEIGHT = 150;
const BINS = 136;
/** Values beyond these shares are too few to be worth their room. */
const SHOWN_SHARES = [0.0005, 0.9998] as const;
/** Shares of the width and of the height that a key moves a point. */
const KEY_STEP = 0.01;

type PointKind = 'opacity' | 'color';

/** The point that keys and the colour field are for; one editor is worked on at a time. */
interface Chosen {
  readonly kind: PointKind;
  readonly index: number;
}

const chosenPoints = new WeakMap<Session, Chosen>();
const histograms = new WeakMap<Statistics, string>();

/** The values that the editor's width is. */
function shownRange(statistics: Statistics): readonly [number, number] {
  const [low, high] = SHOWN_SHARES.map((share) => percentile(statistics, share)) as [number, number];
  return low < high ? [low, high] : [statistics.min - 0.5, statistics.max + 0.5];
}

/** Faint opacities matter most, so height is the root of the opacity. */
const toHeight = (opacity: number) => CURVE_HEIGHT * (1 - Math.sqrt(opacity));
const fromHeight = (y: number) => Math.min(Math.max(1 - y / CURVE_HEIGHT, 0), 1) ** 2;

/** The histogram as an area; its logarithm, since most voxels are air. */
function histogramPath(statistics: Statistics): string {
  const known = histograms.get(statistics);
  if (known) return known;
  const [low, high] = shownRange(statistics);
  const fine = createHistogram(statistics, 8 * BINS);
  const columns = new Float64Array(BINS);
  const columnOf = (value: number) => ((value - low) / (high - low)) * BINS;
  for (const [bin, count] of fine.counts.entries()) {
    const start = columnOf(fine.min + bin * fine.binWidth);
    const first = Math.floor(start);
    // A bin of several columns is spread over them, and several of one column add up.
    const last = Math.max(Math.ceil(start + (BINS * fine.binWidth) / (high - low)), first + 1);
    for (let column = Math.max(first, 0); column < Math.min(last, BINS); column++)
      columns[column]! += count / (last - first);
  }
  const most = Math.log1p(Math.max(...columns));
  const points = [...columns].map((count, column) => {
    const y = CURVE_HEIGHT * (1 - Math.log1p(count) / most);
    return `${((column * WIDTH) / BINS).toFixed(1)} ${y.toFixed(1)}L${(((column + 1) * WIDTH) / BINS).toFixed(1)} ${y.toFixed(1)}`;
  });
  const path = `M0 ${CURVE_HEIGHT}L${points.join('L')}L${WIDTH} ${CURVE_HEIGHT}Z`;
  histograms.set(statistics, path);
  return path;
}

type EditorScale = ReturnType<typeof createScale>;

/** Maps between values and the editor's width, and finds the place under a pointer. */
function createScale(statistics: Statistics) {
  const [low, high] = shownRange(statistics);
  return {
    low,
    high,
    toX: (value: number) => (WIDTH * (value - low)) / (high - low),
    fromX: (x: number) => low + (x / WIDTH) * (high - low),
    shows: (value: number) => value >= low && value <= high,
    positionOf: (event: MouseEvent) => {
      const { left, top, width, height } = (event.currentTarget as Element).closest('svg')!.getBoundingClientRect();
      return { x: ((event.clientX - left) / width) * WIDTH, y: ((event.clientY - top) / height) * HEIGHT };
    },
  };
}

export function transferEditor(session: Session, refresh: () => void) {
  const statistics = session.data.statistics!;
  const { transfer, document } = session;
  const scale = createScale(statistics);
  const { low, high, toX, fromX, shows, positionOf } = scale;
  const curve = curvePath(transfer, toX);
  const isIso = document.mode === 'isosurface';
  const point = (kind: PointKind, index: number, value: number, y: number) =>
    shows(value) ? pointHandle(session, scale, { kind, index, value, y }, refresh) : nothing;
  const chosen = chosenPoints.get(session);
  return html`<svg
      class="editor"
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      role="group"
      aria-label="Transfer function: double click adds a point"
      @dblclick=${(event: MouseEvent) => addPoint(session, scale, event)}
    >
      <defs>
        <linearGradient id="colors" x1=${toX(transfer.colors[0]!.value)} x2=${toX(transfer.colors.at(-1)!.value)} gradientUnits="userSpaceOnUse">
          ${gradientStops(transfer)}
        </linearGradient>
      </defs>
      <path class="bars" d=${histogramPath(statistics)} />
      ${isIso ? nothing : svg`<svg width=${WIDTH} height=${HEIGHT} overflow="hidden"><path class="area" d=${`${curve}V${CURVE_HEIGHT}H0Z`} /><path class="curve" d=${curve} /></svg>`}
      <rect x="0" y=${BAR_TOP} width=${WIDTH} height=${BAR_HEIGHT} rx="3" fill="url(#colors)" />
      ${isIso ? isoLine(session, toX, (event) => fromX(positionOf(event).x)) : nothing}
      ${transfer.colors.map(({ value }, index) => point('color', index, value, BAR_TOP + BAR_HEIGHT / 2))}
      ${isIso ? nothing : transfer.opacities.map(({ value, opacity }: OpacityPoint, index) => point('opacity', index, value, toHeight(opacity)))}
    </svg>
    <div class="row">
      <span class="value">${formatValue(low)}</span>
      ${chosen ? chosenFields(session, transfer, chosen) : nothing}
      <span class="value">${formatValue(high)}</span>
    </div>`;
}

/** Adds an opacity under the pointer, or a colour where that is on their bar. */
function addPoint(session: Session, { fromX, positionOf }: EditorScale, event: MouseEvent): void {
  if ((event.target as Element).matches('.point')) return;
  const { transfer } = session;
  const { x, y } = positionOf(event);
  const kind: PointKind = y < BAR_TOP - 4 ? 'opacity' : 'color';
  const added =
    kind === 'opacity'
      ? addOpacityPoint(transfer, { value: fromX(x), opacity: fromHeight(y) })
      : addColorPoint(transfer, fromX(x));
  choose(session, { kind, index: added.index });
  session.edits.changeTransfer(added.transfer);
}

/** A point of the curve or of the colours, by its place as it is drawn. */
interface PlacedPoint extends Chosen {
  readonly value: number;
  readonly y: number;
}

function pointHandle(
  session: Session,
  scale: EditorScale,
  { kind, index, value, y }: PlacedPoint,
  refresh: () => void,
) {
  const { transfer, edits } = session;
  const { toX, fromX, positionOf } = scale;
  const move = (to: { readonly x: number; readonly y: number }, gesture: object) =>
    edits.changeTransfer(
      kind === 'opacity'
        ? moveOpacityPoint(session.transfer, index, { value: fromX(to.x), opacity: fromHeight(to.y) })
        : moveColorPoint(session.transfer, index, fromX(to.x)),
      gesture,
    );
  const drop = () =>
    edits.changeTransfer(kind === 'opacity' ? removeOpacityPoint(transfer, index) : removeColorPoint(transfer, index));
  const take = () => {
    choose(session, { kind, index });
    refresh();
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const removes = event.key === 'Delete' || event.key === 'Backspace';
    if (!by && !removes) return;
    event.preventDefault();
    event.stopPropagation();
    if (removes) {
      drop();
      return;
    }
    // The point's place by now: several presses may come between two drawings.
    const [color, stop] = [session.transfer.colors[index], session.transfer.opacities[index]];
    const [nowX, nowY] =
      kind === 'color' ? [color?.value ?? value, y] : [stop?.value ?? value, toHeight(stop?.opacity ?? 0)];
    move({ x: toX(nowX) + by![0]! * KEY_STEP * WIDTH, y: nowY + by![1]! * KEY_STEP * CURVE_HEIGHT }, KEYS);
  };
  const { opacity } = transfer.opacities[index] ?? { opacity: 0 };
  const chosen = chosenPoints.get(session);
  const isChosen = chosen?.kind === kind && chosen.index === index;
  return svg`<circle
      class="point ${isChosen ? 'chosen' : ''}"
      cx=${toX(value)} cy=${y} r="6" tabindex="0" role="slider"
      fill=${kind === 'color' ? formatColor(transfer.colors[index]!.color) : nothing}
      aria-label=${kind === 'opacity' ? `Opacity point ${index + 1}` : `Colour point ${index + 1}`}
      aria-valuemin=${scale.low} aria-valuemax=${scale.high} aria-valuenow=${value}
      aria-valuetext=${`${formatValue(value)}${kind === 'opacity' ? `, opacity ${opacity.toFixed(3)}` : ''}`}
      @pointerdown=${(event: PointerEvent) => {
        (event.currentTarget as Element).setPointerCapture(event.pointerId);
        take();
      }}
      @pointermove=${(event: PointerEvent) => {
        const held = event.currentTarget as Element;
        if (held.hasPointerCapture(event.pointerId)) move(positionOf(event), held);
      }}
      @focus=${take}
      @dblclick=${drop}
      @keydown=${press}
    />`;
}

/** The gesture of all keys, which are undone together. */
const KEYS = {};

const choose = (session: Session, chosen: Chosen) => chosenPoints.set(session, chosen);

function chosenFields(session: Session, transfer: TransferFunction, { kind, index }: Chosen) {
  const { value, color } = transfer.colors[index] ?? {};
  if (kind === 'color' && color && value !== undefined) {
    return html`<span class="value">${formatValue(value)}</span>${colorField(
      'Colour of the point',
      color,
      (hex, gesture) => session.edits.changeTransfer(setColor(transfer, index, parseColor(hex, 'color')), gesture),
    )}`;
  }
  const opacity = transfer.opacities[index];
  return kind === 'opacity' && opacity
    ? html`<output>${formatValue(opacity.value)}: ${opacity.opacity.toFixed(3)}</output>`
    : nothing;
}

function curvePath({ opacities }: TransferFunction, toX: (value: number) => number): string {
  const points = opacities.map(
    ({ value, opacity }) => `${clampX(toX(value)).toFixed(1)} ${toHeight(opacity).toFixed(1)}`,
  );
  const [first, last] = [opacities[0]!, opacities.at(-1)!];
  return `M0 ${toHeight(first.opacity).toFixed(1)}L${points.join('L')}L${WIDTH} ${toHeight(last.opacity).toFixed(1)}`;
}

/** Points far outside would make a path that no renderer likes. */
const clampX = (x: number) => Math.min(Math.max(x, -10 * WIDTH), 11 * WIDTH);

function gradientStops({ colors }: TransferFunction) {
  const [low, high] = [colors[0]!.value, colors.at(-1)!.value];
  const offset = (value: number) => (high > low ? (value - low) / (high - low) : 0);
  return colors.map(({ value, color }) => svg`<stop offset=${offset(value)} stop-color=${formatColor(color)} />`);
}

function isoLine(session: Session, toX: (value: number) => number, valueUnder: (event: PointerEvent) => number) {
  const { isoValue } = session;
  const x = toX(isoValue);
  const change = (value: number) => session.change({ isoValue: value }, ISO);
  return svg`<line class="iso" x1=${x} x2=${x} y1="0" y2=${CURVE_HEIGHT} tabindex="0" role="slider" aria-label="Isovalue"
    aria-valuenow=${isoValue} aria-valuemin=${session.data.statistics!.min} aria-valuemax=${session.data.statistics!.max}
    @pointerdown=${(event: PointerEvent) => (event.currentTarget as Element).setPointerCapture(event.pointerId)}
    @pointermove=${(event: PointerEvent) => {
      if ((event.currentTarget as Element).hasPointerCapture(event.pointerId)) change(valueUnder(event));
    }} />`;
}

const ISO = {};
