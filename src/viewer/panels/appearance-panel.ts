/** The volume's appearance: mode, transfer function, light and presets. */
import { html, nothing } from 'lit-html';
import {
  ENVIRONMENTS,
  PATHS_DEFAULTS,
  type Quality,
  type RenderMode,
  reducesToValue,
  SHADING_DEFAULTS,
} from '../../index.js';
import { OCCLUDED_LIGHT } from '../../recipe/scene/lighting.js';
import type { DocumentPatch, ViewerDocument } from '../document/document.js';
import { withGradientRamp } from '../transfer/edit-points.js';
import type { PanelContext } from './context.js';
import { checkbox, numberField, segments, select, slider, titleCase } from './fields/fields.js';
import { presetGrid } from './fields/preset-grid.js';
import { surfaceList } from './fields/surface-list.js';
import { thresholdFields } from './fields/threshold-fields.js';
import { transferEditor } from './fields/transfer-editor.js';

const MODE_LABELS: Readonly<Record<RenderMode, string>> = {
  composite: 'Composite',
  mip: 'MIP',
  minip: 'MinIP',
  average: 'Average',
  xray: 'X-ray',
  isosurface: 'Surface',
};

const QUALITY_LABELS: Readonly<Record<Quality, string>> = { plain: 'Plain', fine: 'Fine', path: 'Path traced' };

export function appearancePanel(context: PanelContext) {
  const { session, refresh } = context;
  const { document, transfer, data } = session;
  const { mode } = document;
  return html`<section>
      ${segments('Mode', MODE_LABELS, mode, (chosen) => session.change({ mode: chosen }))}
      ${mode !== 'composite' && data.fused?.length ? html`<p class="hint">This mode shows the first volume alone.</p>` : nothing}
    </section>
    <section>
      <h3>Transfer function</h3>
      ${transferEditor(session, refresh)}
      ${mode === 'isosurface' ? surfaceList(session) : nothing}
      ${mode === 'composite' ? gradientSlider(context) : nothing}
      ${mode === 'composite' ? thresholdFields({ volume: data.volume!, statistics: data.statistics!, threshold: document.threshold, change: (threshold) => session.change({ threshold }) }) : nothing}
      <p class="hint">Double click adds a point or removes one. Delete removes the chosen one.</p>
      <div class="buttons">
        <button class="plain" ?disabled=${isAutomatic(document)} @click=${() => session.change(AUTOMATIC_TRANSFER)}>
          Automatic
        </button>
      </div>
    </section>
    <section>
      <h3>Presets</h3>
      ${presetGrid(context)}
    </section>
    ${reducesToValue(mode) ? nothing : lightSection(context, transfer.shading !== undefined)}
    <section>
      <h3>Exact picture</h3>
      ${segments('Quality', QUALITY_LABELS, session.document.quality, (quality) => session.change({ quality }))}
      ${session.document.quality === 'path' ? pathFields(context) : nothing}
      ${slider({ label: 'Distance of samples', value: session.document.step, min: 0.25, max: 2, step: 0.05, shown: session.document.step.toFixed(2), change: (step, gesture) => session.change({ step }, gesture) })}
    </section>`;
}

/** A transfer function that follows from the values alone. */
const AUTOMATIC_TRANSFER = {
  transfer: undefined,
  preset: undefined,
  window: undefined,
  threshold: undefined,
  recorded: undefined,
} as const satisfies DocumentPatch;

const isAutomatic = (document: ViewerDocument) =>
  (Object.keys(AUTOMATIC_TRANSFER) as (keyof typeof AUTOMATIC_TRANSFER)[]).every(
    (name) => document[name] === undefined,
  );

const AUTOMATIC = 'automatic';

/** The light that paths come from, and how many there are. */
function pathFields({ session }: PanelContext) {
  const { environment = AUTOMATIC, settings, denoise } = session.document;
  const labels: Record<string, string> = {
    ...Object.fromEntries(ENVIRONMENTS.map((name) => [name, titleCase(name)])),
    [AUTOMATIC]: session.data.environment ? 'Panorama' : 'Automatic',
  };
  const choose = (name: string) => session.change({ environment: ENVIRONMENTS.find((known) => known === name) });
  const count = (value: number) =>
    value >= 1 && session.change({ settings: { ...settings, samplesPerPixel: Math.round(value) } });
  return html`${select<string>('Light around', [AUTOMATIC, ...ENVIRONMENTS], environment, choose, labels)}
    ${numberField('Paths of a pixel', settings.samplesPerPixel ?? PATHS_DEFAULTS.paths, count)}
    ${checkbox('Without noise', denoise, (checked) => session.change({ denoise: checked }))}`;
}

/** Steepest edges, as a share of the range of the values in one voxel. */
const STEEPEST_SHARE = 0.25;

function gradientSlider({ session }: PanelContext) {
  const { transfer, data } = session;
  const { min, max } = data.statistics!;
  const magnitude = transfer.gradientOpacities?.at(-1)?.value ?? 0;
  return slider({
    label: 'Clear flat regions',
    value: magnitude,
    min: 0,
    max: Math.max(STEEPEST_SHARE * (max - min), magnitude),
    change: (value, gesture) => session.edits.changeTransfer(withGradientRamp(transfer, value), gesture),
  });
}

function lightSection({ session }: PanelContext, isLitByDefault: boolean) {
  const { shade, shading, mode, occlusionRays } = session.document;
  const isLit = mode === 'isosurface' || (shade ?? isLitByDefault);
  const own = { ...session.transfer.shading, ...(occlusionRays > 0 && OCCLUDED_LIGHT) };
  const light = { ...SHADING_DEFAULTS, ...own, ...shading };
  const share = (name: 'ambient' | 'diffuse' | 'specular', label: string) =>
    slider({
      label,
      value: light[name],
      min: 0,
      max: 1,
      step: 0.01,
      change: (value, gesture) => session.change({ shading: { ...shading, [name]: value }, shade: true }, gesture),
    });
  return html`<section>
    <h3>Light</h3>
    ${mode === 'composite' ? checkbox('Light the volume', isLit, (checked) => session.change({ shade: checked })) : nothing}
    ${isLit ? [share('ambient', 'Ambient'), share('diffuse', 'Diffuse'), share('specular', 'Shine')] : nothing}
  </section>`;
}
