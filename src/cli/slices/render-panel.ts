/** The panel of a picture of slices that shows the whole in three dimensions: what `tilecast render` makes of the same inputs. */
import { edgeLetters, formatColor, formatTransfer, type Gpu, type TransferFunction } from '../../index.js';
import type { OpenFileOptions } from '../../node/index.js';
import { parseOptions } from '../../recipe/options.js';
import { createAppearance, thinTransfer } from '../../recipe/scene/appearance.js';
import type { PanelSize } from '../../slices/layout.js';
import { announceAdapter, chooseAdapter, startGpu } from '../open-adapter.js';
import { chooseCamera } from '../render/frames/choose-camera.js';
import { NOWHERE } from '../render/frames/choose-frames.js';
import { planPicture } from '../render/pictures/open-picture.js';
import { NO_RECORD } from '../render/recipe/start-replay.js';
import { completeArguments, type GivenArguments } from '../render/render-options.js';
import { withoutRepeats } from '../say.js';
import type { SliceVolume } from './open-volume.js';
import type { SliceContents } from './plan-slices.js';
import type { GivenSlices } from './slice-command-options.js';

/** Options of slices that mean the same of renderings. */
const SHARED = [
  ...['raw', 'spacing', 'component', 'time', 'series', 'voxels', 'mask', 'labels', 'disk-cache'],
  ...['threshold', 'transfer', 'window', 'fused-threshold', 'fused-transfer', 'fused-window', 'fused-opacity'],
  ...['transform', 'background', 'view', 'azimuth', 'elevation'],
] as const;

/** Three sides at once show the most. */
const VIEW = 'three-quarter';

/** Renders panels on the device that all pictures of a command or a worker share, opened for the first that shows one. */
export class PanelRenderer {
  readonly #openGpu: () => Promise<Gpu>;
  readonly #where: OpenFileOptions;
  #gpu: Promise<Gpu> | undefined;

  /** @param where the folders in which the inputs and the mask may lie; anywhere by default. */
  constructor(openGpu: () => Promise<Gpu>, where: OpenFileOptions = {}) {
    this.#openGpu = openGpu;
    this.#where = where;
  }

  /** @throws InputError that names the option. */
  render(given: GivenSlices, contents: SliceContents, size: PanelSize) {
    return withoutRepeats(() => this.#render(given, contents, size));
  }

  async #render(given: GivenSlices, contents: SliceContents, size: PanelSize) {
    const texts: GivenArguments = await describePanel(given, contents, size);
    const args = completeArguments(texts);
    const record = { ...NO_RECORD, inputFiles: this.#where, maskFiles: this.#where };
    const plan = await planPicture(args, texts, record);
    const cameraFor = await chooseCamera(parseOptions(args));
    this.#gpu ??= this.#openGpu();
    // A bad input is what is heard of, even if the device fails as well.
    this.#gpu.catch(() => undefined);
    const picture = await plan.open(given.inputs!, { several: false, gpu: this.#gpu });
    const camera = cameraFor(picture.subject);
    const { pixels } = await picture.subject.createRender(await this.#gpu)({ camera, time: 0, path: NOWHERE });
    return { ...size, pixels, letters: contents.volume.anatomical ? edgeLetters(camera) : undefined };
  }

  async close(): Promise<void> {
    await this.#gpu?.then((gpu) => gpu.destroy()).catch(() => undefined);
  }
}

/** Opens the device that the options of a command ask for. */
export async function openPanelGpu(given: GivenSlices): Promise<Gpu> {
  const asked = chooseAdapter(given);
  const gpu = await (await startGpu(asked)).gpu;
  announceAdapter(gpu, asked);
  return gpu;
}

async function describePanel(
  given: GivenSlices,
  { volume, base, fused, mask, meshes }: SliceContents,
  { width, height }: PanelSize,
): Promise<GivenArguments> {
  const shared = Object.fromEntries(SHARED.map((name) => [name, given[name as keyof GivenSlices]]));
  const holdsOthers = mask !== undefined || fused.length > 0;
  const isGlass = holdsOthers && !volume.channel && given.transfer === undefined && base.layer.kind === 'values';
  return {
    ...shared,
    view: given.view ?? VIEW,
    size: `${width}x${height}`,
    ...(mask && { 'label-surfaces': true, labels: mask.styles?.map(formatStyle).join(',') }),
    ...(meshes.length > 0 && { 'mesh-color': meshes.map(({ color }) => formatColor(color)) }),
    ...(isGlass && { transfer: formatTransfer(await glassTransfer(volume, given)), window: undefined }),
  };
}

/** The default appearance, so thin that labels and other volumes within show. */
async function glassTransfer(volume: SliceVolume, { window }: GivenSlices): Promise<TransferFunction> {
  const basis = await volume.basis();
  const range = window === undefined ? undefined : parseOptions({ window }).window;
  const { transfer } = createAppearance(basis, { mode: 'composite', window: range });
  return thinTransfer(transfer, basis);
}

type Style = NonNullable<NonNullable<SliceContents['mask']>['styles']>[number];

/** A label as `--labels` names it, in the colour that it has on slices. */
const formatStyle = ({ label, color, opacity }: Style) =>
  `${label}:${formatColor(color!)}${opacity === undefined ? '' : `:${opacity}`}`;
