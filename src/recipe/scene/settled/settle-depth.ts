/** How what lies within a volume is seen in its default appearance, which hides it: the volume is thin, or lets the light of maps through. */
import { corners, defaultAppearance, type Volume } from '../../../index.js';
import type { Appearance } from '../appearance.js';
import type { SceneChoice } from '../scene-choice.js';
import type { SceneData } from '../scene-data.js';

/** The mean length by which a map is seen through a volume, in its longest side: all that lies in the half that is nearer is vivid. */
const DEPTH_SHARE = 0.5;

type Contents = Pick<SceneData, 'volume' | 'pages' | 'labels' | 'holdsLines' | 'holdsMeshes' | 'meshes' | 'fused'>;

/**
 * Whether a volume is thin, so that what is within it is seen: tractograms, neurons or points, or a statistical map that a composite
 * cannot show by a depth.
 * @param isMasked whether labels of another volume are shown with it, which may not have been read yet.
 */
export function isThinForContents(data: Contents, choice: SceneChoice, isMasked = data.labels !== undefined): boolean {
  if (!isDefault(choice)) return false;
  const holdsLines = data.holdsLines ?? data.meshes.some(({ isLines }) => isLines === true);
  return holdsLines || (choice.fusedDepth === undefined && holdsMap(data) && !takesDepth(data, choice, isMasked));
}

/** The line about a volume that is thin; undefined of others. */
export const describeThin = (
  name: string,
  data: Contents,
  choice: SceneChoice,
  { mask, isMasked }: Pick<Appearance, 'mask'> & { readonly isMasked?: boolean },
): string | undefined =>
  isThinForContents(data, choice, isMasked) && !mask
    ? `${name}: is shown thin, so that what is within is seen; --transfer takes another appearance`
    : undefined;

/** The choice with the depth by which a statistical map over the volume is seen through it, where nothing else is asked for. */
export function settleDepth<Choice extends SceneChoice>(
  data: Contents,
  choice: Choice,
  { mask }: Pick<Appearance, 'mask'>,
  isMasked = data.labels !== undefined,
): Choice {
  const isAsked = choice.fusedDepth !== undefined || !isDefault(choice) || mask !== undefined;
  return isAsked || !holdsMap(data) || !takesDepth(data, choice, isMasked)
    ? choice
    : { ...choice, fusedDepth: Number((DEPTH_SHARE * longestSide(data.volume!)).toPrecision(3)) };
}

/** The line about it; undefined where nothing was chosen. */
export const describeDepth = (name: string, given: SceneChoice, settled: SceneChoice): string | undefined =>
  given.fusedDepth === settled.fusedDepth
    ? undefined
    : `${name}: lets the light of maps within it through, by a depth of ${settled.fusedDepth}; --fused-depth takes another or 0 for none`;

const isDefault = ({ mode, transfer, preset, window, threshold, recorded }: SceneChoice): boolean =>
  mode === 'composite' && [transfer, preset, window, threshold, recorded].every((given) => given === undefined);

const holdsMap = ({ fused }: Contents) => fused?.some(({ basis, volume }) => isMap(basis ?? volume)) === true;

/** Composites of volumes alone have such a depth. */
const takesDepth = (
  { volume, pages, meshes, holdsMeshes }: Contents,
  choice: SceneChoice,
  isMasked: boolean,
): boolean =>
  volume !== undefined &&
  !pages &&
  !isMasked &&
  meshes.length === 0 &&
  !holdsMeshes &&
  choice.ground === undefined &&
  choice.labelSurfaces !== true &&
  choice.quality !== 'path';

const maps = new WeakMap<Volume, boolean>();

/** Whether a volume is of both signs, such as a statistical map; voxels are looked at once. */
function isMap(volume: Volume): boolean {
  const known = maps.get(volume);
  if (known !== undefined) return known;
  const isSigned = defaultAppearance(volume).kind === 'signed';
  maps.set(volume, isSigned);
  return isSigned;
}

function longestSide(volume: Volume): number {
  const points = corners(volume);
  const along = (axis: 0 | 1 | 2) => {
    const values = points.map((point) => point[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  return Math.max(along(0), along(1), along(2));
}
