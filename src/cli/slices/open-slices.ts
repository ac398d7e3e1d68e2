/** The files of a picture of slices, and the picture that follows from them. */
import { boundingBox, isStoreUrl } from '../../index.js';
import {
  nameOfInput,
  type OpenedFile,
  type OpenedInput,
  type OpenedStore,
  openInputs,
  openRawInputs,
} from '../../node/index.js';
import { layoutOfRaw } from '../../recipe/parse/layout-of-raw.js';
import { fail } from '../../recipe/parse/parse-options.js';
import type { LabelShares } from '../../slices/layers/label-paints.js';
import { divideMemory, SHARE_BESIDE } from '../render/load/open-store-volume.js';
import { tellApart } from '../render/load/picture-inputs.js';
import { noteMismatch, volumeBox } from '../render/notices/note-mismatch.js';
import { say } from '../say.js';
import { chooseBase } from './appearance/choose-base.js';
import { chooseFusedAppearances } from './appearance/choose-fused-appearances.js';
import { labelShares, maskAppearance, pagedMaskAppearance } from './appearance/label-appearance.js';
import type { LayerAppearance } from './appearance/layer-appearance.js';
import { checkLabels } from './check-slices.js';
import { chooseMeshLines } from './choose-mesh-lines.js';
import { openVolumes, type SliceVolume } from './open-volume.js';
import { planSlices, type RenderPanel } from './plan-slices.js';
import type { SliceValues } from './slice-command-options.js';
import type { SliceReplay } from './slice-replay.js';

/** The files of a picture; their contents are known once their volumes have been read. */
export interface OpenedSlices {
  readonly inputs: readonly OpenedInput[];
  readonly volumes: readonly [SliceVolume, ...SliceVolume[]];
  readonly meshes: readonly OpenedFile[];
  readonly mask:
    | { readonly input: OpenedInput; readonly appearance: Pick<LayerAppearance, 'layer' | 'styles'> }
    | undefined;
}

/** @throws InputError for what is no volume, or no mesh, and for options that are for none of them. */
export async function openSlices(
  paths: readonly string[],
  values: SliceValues,
  replay?: Pick<SliceReplay, 'where' | 'maskWhere'>,
): Promise<OpenedSlices> {
  const { 'disk-cache': cacheMib, mask: path, labels } = values;
  if (cacheMib !== undefined && !paths.some(isStoreUrl)) fail('--disk-cache: is for addresses of stores');
  const cache = cacheMib === undefined ? {} : { diskCacheBytes: cacheMib * 2 ** 20 };
  const where = { ...replay?.where, ...cache };
  const layout = layoutOfRaw(values);
  const inputs = await (layout && paths.length === 1 ? openRawInputs(paths, layout, where) : openInputs(paths, where));
  const { volumes: ofVolumes, meshes } = tellApart(inputs, values);
  if (ofVolumes.length === 0) {
    fail(`${nameOfInput(inputs[0]!)}: is a mesh, whose outlines are drawn on slices of a volume; name one too`);
  }
  const volumes = await openVolumes(ofVolumes, values);
  if (path === undefined) return { inputs, volumes, meshes, mask: undefined };
  const [input] = await openInputs([path], replay?.maskWhere);
  const shares = labelShares(values);
  const paged = 'store' in input! ? await openPagedMask(input, labels, shares) : undefined;
  if (paged && !labels && values.plane?.includes('3d')) {
    fail(`--labels: name those to show of ${path}, all of which would be read to list them for 3d`);
  }
  // Loaded for masks alone: it voxelizes meshes, too.
  const { readLabelMask } = await import('../render/load/load-mask.js');
  const appearance = paged ?? maskAppearance(await readLabelMask(input!, path, labels), shares);
  return { inputs, volumes, meshes, mask: { input: input!, appearance } };
}

async function openPagedMask(input: OpenedStore, labels: SliceValues['labels'], shares: LabelShares) {
  const { account, shareBytes } = divideMemory(input.memory, 1, SHARE_BESIDE);
  const paged = pagedMaskAppearance(await input.store({}), labels, shares, { cacheBytes: shareBytes });
  if (paged) account?.spend(shareBytes, 'its decoded chunks');
  return paged;
}

/** All files that the picture is made from. */
export function listRead({ inputs, mask }: OpenedSlices, values: SliceValues): string[] {
  const { replay, transfer, transform = [], 'fused-transfer': fusedTransfers = [] } = values;
  const named = [replay, transfer, ...transform, ...fusedTransfers].filter((path) => path !== undefined);
  return [...inputs, ...(mask ? [mask.input] : [])].flatMap(({ files }) => files()).concat(named);
}

export async function planOpened(
  { volumes, meshes, mask }: OpenedSlices,
  values: SliceValues,
  renderPanel: RenderPanel,
) {
  const [volume, ...others] = volumes;
  const lines = await chooseMeshLines(meshes, values);
  const boxes = lines.map(({ name, layer }) => ({ name, box: boundingBox(layer.mesh) }));
  for (const note of noteMismatch(boxes, volumeBox(volume.geometry))) say(note);
  const base = await chooseBase(volume, values);
  const fused = await chooseFusedAppearances(others, values);
  checkLabels(values, mask !== undefined || fused.some(({ layer }) => layer.kind === 'labels'));
  return planSlices({ volume, base, fused, mask: mask?.appearance, meshes: lines }, values, renderPanel);
}
