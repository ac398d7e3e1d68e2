/** Transfer functions that have a name, each as a small picture of what is loaded. */
import { html } from 'lit-html';
import { NAMED_TRANSFERS, type NamedTransfer, type Scene, type Volume } from '../../../index.js';
import { firstDirection, fitScene } from '../../../recipe/scene/describe-view.js';
import type { PanelContext } from '../context.js';

/** Pixels of a picture; small ones take a few milliseconds each, even without a GPU. */
const SIZE = { width: 96, height: 72 } as const;

/** Hounsfield units begin at air, so other data has no use for presets in them. */
const isCalibrated = (min: number) => min < 0;

const pictures = new WeakMap<Volume, Map<string, Promise<Uint8Array<ArrayBuffer>>>>();

export function presetGrid(context: PanelContext) {
  const { session } = context;
  const { statistics, volume } = session.data;
  const suitable = NAMED_TRANSFERS.filter(({ kind }) => kind !== 'HU preset' || isCalibrated(statistics!.min));
  queueMicrotask(() => requestAnimationFrame(() => void drawPictures(context, volume!, suitable)));
  return html`<div class="presets">
    ${suitable.map(
      ({ name, description, mode }) => html`<button
        title=${description}
        aria-pressed=${session.document.preset === name}
        @click=${() => session.change({ preset: name, transfer: undefined, window: undefined, mode: mode ?? 'composite' })}
      >
        <canvas width=${SIZE.width} height=${SIZE.height} data-preset=${name} aria-hidden="true"></canvas>
        <span>${name}</span>
      </button>`,
    )}
  </div>`;
}

/** The stages that draw them now. */
const drawing = new WeakSet<object>();

/** One after another, so that the large picture keeps its turns. */
async function drawPictures({ stage, session }: PanelContext, volume: Volume, presets: readonly NamedTransfer[]) {
  if (drawing.has(stage)) return;
  drawing.add(stage);
  try {
    const known = pictures.get(volume) ?? new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
    pictures.set(volume, known);
    const root = stage.canvas.getRootNode() as ShadowRoot;
    for (const preset of presets) {
      const canvas = root.querySelector<HTMLCanvasElement>(`canvas[data-preset="${preset.name}"]`);
      if (!canvas || session.data.volume !== volume) return;
      if (canvas.dataset['drawn'] === 'true') continue;
      while (!known.has(preset.name) && !stage.isResting) await new Promise((resolve) => setTimeout(resolve, 100));
      const pending = known.get(preset.name) ?? draw({ stage, session } as PanelContext, volume, preset);
      known.set(preset.name, pending);
      const pixels = await pending;
      canvas
        .getContext('2d')!
        .putImageData(new ImageData(new Uint8ClampedArray(pixels), SIZE.width, SIZE.height), 0, 0);
      canvas.dataset['drawn'] = 'true';
    }
  } catch {
    // A preset without a picture is still one.
  } finally {
    drawing.delete(stage);
  }
}

function draw({ stage, session }: PanelContext, volume: Volume, preset: NamedTransfer) {
  const transfer = preset.create({ statistics: () => session.data.statistics! });
  const scene: Scene = { volume, transfer, ...(preset.mode && { mode: preset.mode }) };
  const camera = fitScene(scene, firstDirection(scene), {
    aspect: SIZE.width / SIZE.height,
    projection: 'perspective',
  });
  return stage.pictures.draft(scene, camera, SIZE);
}
