/** The isosurfaces: one at a value, or several with colours and opacities of their own. */
import { html } from 'lit-html';
import { type Isosurface, MAX_ISOSURFACES, parseColor } from '../../../index.js';
import { icon } from '../../icons.js';
import type { Session } from '../../session.js';
import { colorField, numberField, slider } from './fields.js';

/** Below one, so that a surface behind another can be seen. */
const ADDED_OPACITY = 0.4;

export function surfaceList(session: Session) {
  const { isosurfaces } = session.document;
  const surfaces: readonly Isosurface[] = isosurfaces ?? [{ value: session.isoValue }];
  const put = (changed: readonly Isosurface[], gesture?: object) => {
    const [first] = changed;
    const isPlain = changed.length === 1 && first!.color === undefined && first!.opacity === undefined;
    const one = { isoValue: first!.value, isosurfaces: undefined };
    session.change(isPlain ? one : { isosurfaces: changed }, gesture);
  };
  return html`${surfaces.map((surface, index) => surfaceRow(surfaces, surface, index, put))}
    <div class="buttons">
      <button
        class="plain"
        ?disabled=${surfaces.length >= MAX_ISOSURFACES}
        @click=${() => put([...surfaces, { value: nextValue(session, surfaces), opacity: ADDED_OPACITY }])}
      >
        Add a surface
      </button>
    </div>`;
}

/** Values of several surfaces differ. */
function nextValue({ data }: Session, surfaces: readonly Isosurface[]): number {
  const { min, max } = data.statistics!;
  const values = surfaces.map(({ value }) => value);
  const free = [0.5, 0.25, 0.75, 0.125, 0.375, 0.625, 0.875, 0.0625].map((share) => min + share * (max - min));
  return free.find((value) => !values.includes(value)) ?? max;
}

function surfaceRow(
  surfaces: readonly Isosurface[],
  surface: Isosurface,
  index: number,
  put: (changed: readonly Isosurface[], gesture?: object) => void,
) {
  const { value, color, opacity = 1 } = surface;
  const name = surfaces.length === 1 ? 'Isovalue' : `Isovalue ${index + 1}`;
  const change = (part: Partial<Isosurface>, gesture?: object) =>
    put(surfaces.with(index, { ...surface, ...part }), gesture);
  const isFree = (number: number) => surfaces.every((other, at) => at === index || other.value !== number);
  return html`${numberField(name, value, (number) => isFree(number) && change({ value: number }))}
    <div class="row">
      ${slider({ label: 'Opacity', name: `Opacity of surface ${index + 1}`, value: opacity, min: 0, max: 1, step: 0.01, change: (share, gesture) => change({ opacity: share }, gesture) })}
      ${colorField(`Colour of surface ${index + 1}`, color ?? BONE, (hex, gesture) => change({ color: parseColor(hex, 'color') }, gesture))}
      <button
        class="icon-button"
        aria-label="Remove surface ${index + 1}"
        title="Remove"
        ?disabled=${surfaces.length === 1}
        @click=${() => put(surfaces.toSpliced(index, 1))}
      >
        ${icon('trash')}
      </button>
    </div>`;
}

const BONE = [0.93, 0.9, 0.83] as const;
