/** The slices: their window, their thickness, their planes, and the place where they cross. */
import { html, nothing } from 'lit-html';
import type { ValueRange } from '../../index.js';
import { describeWindowOf, judgeWindows } from '../../lab.js';
import { defaultWindow } from '../../slices/layers/default-window.js';
import { SLAB_MODES, type SlabMode } from '../../slices/sample-slice.js';
import { formatPoint } from '../measure/measurements.js';
import type { Session } from '../session.js';
import { indexToWorldPoint } from '../slices/slice-planes.js';
import { cursorOf, describeValue, sliceAppearance, valueUnit } from '../slices/slice-values.js';
import type { PanelContext } from './context.js';
import { checkbox, numberField, select, slider } from './fields/fields.js';

export function slicePanel({ session }: PanelContext) {
  return html`${windowSection(session)} ${slabSection(session)} ${planeSection(session)} ${spacingSection(session)} ${crossingSection(session)}`;
}

/** Windows of computed tomography in Hounsfield units: the middle and the width, as they are taught. */
const CT_WINDOWS: Readonly<Record<string, readonly [level: number, width: number]>> = {
  'Soft tissue': [40, 400],
  Lung: [-600, 1500],
  Bone: [400, 1800],
  Brain: [40, 80],
  Liver: [60, 160],
  Vessels: [300, 600],
};

const NO_WINDOWS = { usable: [], faults: [] };

function windowSection(session: Session) {
  const { statistics, volume, display } = session.data;
  if (!statistics || volume?.colors) return nothing;
  const { range, own, isSigmoid } = sliceAppearance(session);
  const [low, high] = range;
  const put = (sliceWindow: ValueRange | undefined, sliceSigmoid?: boolean) =>
    session.change({ sliceWindow, sliceSigmoid: sliceSigmoid || undefined });
  const [level, width] = own ? [own.center, own.width] : [(low + high) / 2, high - low];
  const { usable, faults } = display ? judgeWindows(display, statistics) : NO_WINDOWS;
  // The default is the window of the file, where it has one, and that of the values a choice then.
  const automatic = usable.length > 0 ? defaultWindow(statistics) : undefined;
  const { sliceWindow, sliceSigmoid = false } = session.document;
  const isPut = (window: ValueRange | undefined, sigmoid = false) =>
    String(sliceWindow) === String(window) && sliceSigmoid === sigmoid;
  const around = (middle: number, across: number, sigmoid?: boolean) =>
    across > 0 && put([middle - across / 2, middle + across / 2], sigmoid);
  const presets = valueUnit(session.data) === 'HU' ? Object.entries(CT_WINDOWS) : [];
  return html`<section>
    <h3>Window</h3>
    <div class="buttons windows">
      ${usable.map((window, index) => {
        const [choice, curved] = index === 0 ? [] : [window.range, window.isSigmoid];
        return html`<button class="plain" title=${describeWindowOf(window)} aria-pressed=${isPut(choice, curved)} @click=${() => put(choice, curved)}>
          ${window.explanation ?? (index === 0 ? 'As the file says' : `W ${window.width} L ${window.center}`)}
        </button>`;
      })}
      <button class="plain" aria-pressed=${isPut(automatic)} @click=${() => put(automatic)}>Automatic</button>
      <button class="plain" @click=${() => put([statistics.min, Math.max(statistics.max, statistics.min + 1)])}>All values</button>
      ${presets.map(
        ([name, [middle, across]]) => html`<button
          class="plain"
          aria-pressed=${level === middle && width === across}
          @click=${() => around(middle, across)}
        >
          ${name}
        </button>`,
      )}
    </div>
    ${display?.differs && usable.length > 0 ? html`<p class="hint">Slices have windows of their own; these are the middle one's.</p>` : nothing}
    ${faults.map((fault) => html`<p class="hint">The file: ${fault}.</p>`)}
    ${numberField('Width', width, (value) => around(level, value, isSigmoid))}
    ${numberField('Level', level, (value) => around(value, width, isSigmoid))}
    ${numberField('Black at', low, (value) => value < high && put([value, high], isSigmoid))}
    ${numberField('White at', high, (value) => low < value && put([low, value], isSigmoid))}
  </section>`;
}

const SLAB_LABELS: Readonly<Record<SlabMode, string>> = { mip: 'Maximum', minip: 'Minimum', average: 'Mean' };
/** Thickness of slabs at first, and at most, of the extent of the scene. */
const [SLAB_SHARE, SLAB_SHARE_MAX] = [1 / 16, 1 / 2];

/** Thick slices, whose values are reduced to one along the normal. */
function slabSection(session: Session) {
  const { sliceSlab } = session.document;
  const { extent } = session.navigation;
  const first = { thickness: extent * SLAB_SHARE, mode: 'mip' } as const;
  return html`<section>
    <h3>Thickness</h3>
    ${checkbox('Thick slices', sliceSlab !== undefined, (checked) => session.change({ sliceSlab: checked ? first : undefined }))}
    ${
      sliceSlab
        ? html`${slider({
            label: 'Thickness',
            name: 'Thickness of slices',
            value: sliceSlab.thickness,
            min: extent / 512,
            max: extent * SLAB_SHARE_MAX,
            shown: `${Number(sliceSlab.thickness.toPrecision(3))} ${session.data.unit ?? ''}`.trim(),
            change: (thickness, gesture) => session.change({ sliceSlab: { ...sliceSlab, thickness } }, gesture),
          })}
          ${select('Shows the', SLAB_MODES, sliceSlab.mode, (mode) => session.change({ sliceSlab: { ...sliceSlab, mode } }), SLAB_LABELS)}`
        : nothing
    }
  </section>`;
}

function planeSection(session: Session) {
  const { preferences, document } = session;
  return html`<section>
    <h3>Planes</h3>
    ${checkbox('Handles that turn the planes', preferences.turnsSlices, (turnsSlices) => session.prefer({ turnsSlices }))}
    <div class="buttons">
      <button class="plain" ?disabled=${!document.sliceNormals} @click=${() => session.change({ sliceNormals: undefined })}>Straighten</button>
      <button class="plain" ?disabled=${!document.cursor} @click=${() => session.change({ cursor: undefined })}>To the middle</button>
    </div>
  </section>`;
}

const SPACING_LABELS = ['Width of voxels', 'Height of voxels', 'Distance of slices'] as const;

/** How far apart voxels are, where the files leave it open. */
function spacingSection({ data, contents }: Session) {
  const { volume, choices } = data;
  if (!volume || !choices?.spaces) return nothing;
  const shown = volume.indexToWorld.columns.map((column) => Math.hypot(...column));
  const put = (axis: number, value: number) =>
    value > 0 && void contents.select({ spacing: shown.map((one, at) => (at === axis ? value : one)).join(',') });
  return html`<section>
    <h3>Spacing</h3>
    <p class="hint">The file does not say how far apart all voxels are.</p>
    ${SPACING_LABELS.slice(0, volume.sizes[2] > 1 ? 3 : 2).map((label, axis) =>
      numberField(label, shown[axis]!, (value) => put(axis, value)),
    )}
  </section>`;
}

/** Axes of the world. */
const AXES = ['x', 'y', 'z'] as const;

function crossingSection(session: Session) {
  const { volume, unit = '' } = session.data;
  const cursor = cursorOf(session, volume!);
  const world = indexToWorldPoint(volume!, cursor);
  const value = `${describeValue(session, session.crossing, cursor)} ${valueUnit(session.data)}`.trim();
  return html`<section>
    <h3>Crossing</h3>
    <div class="row"><span>Value</span><output>${value}</output></div>
    <div class="row"><span>World</span><output>${formatPoint(world, unit)}</output></div>
    ${AXES.map((axis, at) =>
      numberField(`Go to ${axis}`, world[at]!, (place) =>
        session.change({ cursor: world.with(at, place) as [number, number, number] }),
      ),
    )}
  </section>`;
}
