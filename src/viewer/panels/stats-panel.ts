/** The cost of frames: workgroups, passes, samples, and a map of where in the picture they went. */
import { html, nothing } from 'lit-html';
import type { FrameStats } from '../../index.js';
import type { PanelContext } from './context.js';

/** The last frame that was counted, for each stage. */
const counted = new WeakMap<object, FrameStats>();

const percent = (part: number, whole: number) => (whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : '–');

export function statsPanel(context: PanelContext) {
  const { frame, stage, session } = context;
  const stats = counted.get(stage);
  const { scale, step } = stage.quality.quality;
  const rows: readonly (readonly [string, string])[] = [
    ...(frame
      ? ([
          ['Frame', `${frame.width} × ${frame.height}, ${frame.kind}`],
          ['Time', `${frame.timeMs.toFixed(1)} ms`],
          ['Accumulated', String(frame.accumulated)],
          ['Workgroup', frame.workgroup],
          ...Object.entries(frame.passesMs ?? {}).map(([pass, ms]) => [`Pass ${pass}`, `${ms.toFixed(2)} ms`] as const),
        ] as const)
      : []),
    ['While moving', `${Math.round(100 * scale)} % of the pixels' side, step × ${step}`],
  ];
  return html`<section>${table('Frames', rows)}</section>
    <section>
      <h3>Effort</h3>
      ${stats ? table('Effort', countedRows(stats)) : nothing}
      <div class="buttons">
        <button class="plain" ?disabled=${!session.scene} @click=${() => void count(context, 'samples')}>Map samples</button>
        <button class="plain" ?disabled=${!session.scene} @click=${() => void count(context, 'skipped')}>Map skipped</button>
        <button class="plain" ?disabled=${!session.scene || session.data.meshes.length === 0} @click=${() => void count(context, 'tests')}>Map triangles</button>
      </div>
      <canvas class="heat" width="1" height="1" role="img" aria-label="Effort by pixel, from dark to bright"></canvas>
    </section>`;
}

const table = (caption: string, rows: readonly (readonly [string, string])[]) => html`<table class="stats">
  <caption class="visually-hidden">${caption}</caption>
  <tbody>${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</tbody>
</table>`;

function countedRows(stats: FrameStats): readonly (readonly [string, string])[] {
  const { samples = 0, samplesSkipped = 0 } = stats;
  return [
    ['Adapter', stats.adapter],
    ['Shape', `${stats.shape}, ${stats.shapeReason}`],
    ['Tiles', String(stats.tiles)],
    ['Samples', samples.toLocaleString('en')],
    ['Skipped', percent(samplesSkipped, samples + samplesSkipped)],
    ...(stats.triangles > 0
      ? ([
          ['Triangles', stats.triangles.toLocaleString('en')],
          ['Bin items', stats.binItems.toLocaleString('en')],
          ['Ray-triangle tests', (stats.rti ?? 0).toLocaleString('en')],
        ] as const)
      : []),
  ];
}

async function count({ stage, session, refresh }: PanelContext, what: 'samples' | 'skipped' | 'tests'): Promise<void> {
  try {
    const { stats, counts, width, height } = await stage.pictures.measure(stage.size);
    counted.set(stage, stats);
    refresh();
    const canvas = (stage.canvas.getRootNode() as ShadowRoot).querySelector<HTMLCanvasElement>('canvas.heat');
    if (canvas) drawHeat(canvas, counts![what], width, height);
  } catch (error) {
    session.contents.fail(error);
  }
}

/** Black over red and yellow to white, as embers are. */
function drawHeat(canvas: HTMLCanvasElement, values: Uint32Array, width: number, height: number): void {
  Object.assign(canvas, { width, height });
  const most = values.reduce((largest, value) => Math.max(largest, value), 1);
  const image = new ImageData(width, height);
  for (const [pixel, value] of values.entries()) {
    const heat = (3 * value) / most;
    for (let channel = 0; channel < 3; channel++)
      image.data[4 * pixel + channel] = 255 * Math.min(Math.max(heat - channel, 0), 1);
    image.data[4 * pixel + 3] = 255;
  }
  canvas.getContext('2d')!.putImageData(image, 0, 0);
}
