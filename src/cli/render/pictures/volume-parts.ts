/** Renders a volume part by part: a device holds one part of it at a time, or each worker has its own. */
import {
  type CellTree,
  type CellView,
  compositeParts,
  cropPartImage,
  cutPart,
  type Frame,
  finishParts,
  InputError,
  orderCells,
  type PartImage,
  type Renderer,
  reducesToValue,
  type Scene,
  splitCells,
  type Volume,
  type VolumeScene,
  viewCells,
} from '../../../index.js';
import { readPart } from '../../../lab.js';
import type { DescribedFrame, PartNumber, PartRule } from './rendered-parts.js';

/** @throws InputError where there is no volume. */
function volumeSceneOf(scene: Scene): VolumeScene {
  if ('volume' in scene && scene.volume) return scene;
  throw new InputError('--split: cuts a volume into parts, and there is none');
}

/** The voxels that are split. */
type Grid = Pick<Volume, 'sizes' | 'indexToWorld'>;

const gridOf = ({ scene, partSource }: Pick<DescribedFrame, 'scene' | 'partSource'>): Grid =>
  partSource?.level ?? volumeSceneOf(scene).volume;

const trees = new WeakMap<Grid, Map<number, CellTree>>();

function treeOf(grid: Grid, parts: number): CellTree {
  const byCount = trees.get(grid) ?? new Map<number, CellTree>();
  trees.set(grid, byCount);
  const tree = byCount.get(parts) ?? splitCells(grid.sizes, parts);
  byCount.set(parts, tree);
  return tree;
}

/** Any view numbers the parts, if it is always the same. */
const NUMBERING: CellView = { forward: [1, 1, 1] };

/** The numbers of the parts, front to back. */
function orderParts(described: DescribedFrame, parts: number): number[] {
  const grid = gridOf(described);
  const tree = treeOf(grid, parts);
  const numbered = orderCells(tree, NUMBERING);
  return orderCells(tree, viewCells(described.camera, grid)).map((cell) => numbered.indexOf(cell));
}

type Cut = ReturnType<typeof cutPart>;

/** Parts that stay in memory and on the device, the latest used last. */
const CUTS_MAX = 4;
const cuts = new WeakMap<Grid, Map<string, Promise<Cut>>>();

function cutOf(described: DescribedFrame, { part, count }: PartNumber): Promise<Cut> {
  const { scene, options, partSource } = described;
  const step = options.step ?? 1;
  const grid = gridOf(described);
  const byName = cuts.get(grid) ?? new Map<string, Promise<Cut>>();
  cuts.set(grid, byName);
  const name = `${count} ${part} ${step}`;
  const cell = orderCells(treeOf(grid, count), NUMBERING)[part];
  if (!cell) throw new InputError(`there is no part ${part} of ${count}`);
  const cut =
    byName.get(name) ??
    (partSource
      ? readPart(partSource, cell, { step })
      : Promise.resolve(cutPart(volumeSceneOf(scene).volume, cell, { step })));
  byName.delete(name);
  byName.set(name, cut);
  if (byName.size > CUTS_MAX) byName.delete(byName.keys().next().value!);
  cut.catch(() => byName.delete(name));
  return cut;
}

/** The image of one part. */
async function renderPart(
  renderer: Renderer,
  described: DescribedFrame,
  number: PartNumber,
  signal?: AbortSignal,
): Promise<{ readonly image: PartImage; readonly frame: Frame<'color'> }> {
  const { scene, options, camera, partSource } = described;
  const { pages: _, labelPages: __, ...whole } = volumeSceneOf(scene);
  const { mode = 'composite', mask, fused } = whole;
  if (partSource && (mask || fused)) {
    throw new InputError('--split: a volume larger than the device cannot have a mask or a fused volume yet');
  }
  const cut = await cutOf(described, number);
  const partScene = { ...whole, ...cut, background: 'transparent' as const };
  const settings = { ...options, signal, allowDownsample: false, counts: false, slabCounts: false, timestamps: false };
  if (reducesToValue(mode)) {
    const frame = await renderer.render(partScene, camera, { ...settings, outputs: ['color', 'values'] });
    return { image: cropPartImage(frame), frame };
  }
  const frame = await renderer.render(partScene, camera, { ...settings, outputs: ['color'] });
  return { image: cropPartImage(frame), frame };
}

/** The mode by which images of parts are put together. */
const modeOf = (scene: Scene) => volumeSceneOf(scene).mode ?? 'composite';

/** The pixels of the picture that all parts together are. */
function finishPicture(image: PartImage, { scene }: DescribedFrame): Pick<Frame, 'width' | 'height' | 'pixels'> {
  const { mode = 'composite', transfer, background = [0, 0, 0] } = volumeSceneOf(scene);
  const { width, height } = image;
  // Parts are of other qualities than paths, which see the light around.
  const even = background === 'environment' ? ([0, 0, 0] as const) : background;
  return { width, height, pixels: finishParts(image, { mode, transfer, background: even }) };
}

/** The parts of a volume by a k-d tree of its voxels. */
export const VOLUME_PARTS: PartRule = {
  isOfVolume: true,
  order: orderParts,
  needsAll: ({ scene }) => {
    const { mask, fused } = scene as Partial<VolumeScene>;
    return mask !== undefined || fused !== undefined;
  },
  render: renderPart,
  combine: (images, { scene }) => compositeParts(images, modeOf(scene)),
  finish: async (image, described) => finishPicture(image, described),
};
