/** Whether the middle slice of a volume shows more than all of it, and why. */
import { flatAxis, sortAxes } from '../../math/flat-axis.js';
import type { Vec3 } from '../../math/vec3.js';
import { percentile, type Statistics, shareBetween } from '../../volume/statistics/statistics.js';
import { isSpeckledBeyond } from '../../volume/values/speckle.js';
import { faceShare } from '../../volume/values/texture-everywhere.js';
import type { ValueKind } from '../../volume/values/value-kind.js';
import { axisAlong, spacings, type Volume } from '../../volume/volume.js';
import { foregroundStart } from './default-transfer.js';

/**
 * noise: it is as bright as the signal and hides it. flat: a few slices make no depth. apart: nothing is known between a few slices. thick: a few slices
 * of a body are all that is known across them. grainy: thick slices have grains in place of surfaces. cropped: a block that tissue fills to its sides, so that its surface is where it was cut.
 * field: values of both signs reach the sides, as a component of a field does.
 */
export type SliceReason = 'noise' | 'flat' | 'apart' | 'thick' | 'grainy' | 'cropped' | 'field';

/** The axis across which the middle slice alone is worth seeing. */
interface SliceAlone {
  readonly sliceAxis: 0 | 1 | 2;
  readonly sliceReason: SliceReason;
}

/**
 * Undefined of a single slice, and where all of the volume is worth seeing.
 * @param cutsSparse whether a few slices, grains or voxels are shown by one: noise always is.
 * @param ofAll statistics of all voxels. @param ofContents those without padding.
 */
export function findSliceAlone(
  volume: Volume,
  kind: ValueKind,
  cutsSparse: boolean,
  [ofAll, ofContents]: readonly [ofAll: Statistics, ofContents: Statistics],
): SliceAlone | undefined {
  if (volume.sizes.includes(1)) return undefined;
  const across = (sliceReason: SliceReason, sliceAxis: 0 | 1 | 2) => ({ sliceReason, sliceAxis });
  if (kind === 'noise') return across('noise', flatAxisOf(volume) ?? sliceAxisOf(volume));
  if (!cutsSparse || kind === 'density' || kind === 'constant') return undefined;
  if (kind === 'signed') return isFieldToSides(volume, ofAll) ? across('field', blockAxisOf(volume)) : undefined;
  const isFull = !isSparse(ofAll);
  const start = foregroundStart(ofContents);
  const flat = kind !== 'dose' && isFull ? flatStackAxis(volume, kind, start, ofContents) : undefined;
  if (flat !== undefined) return across('flat', flat);
  const { axis, ratio } = largestSpacing(volume);
  const slices = volume.sizes[axis];
  if (ratio > SPARSE_SPACING && slices <= MAX_SPARSE) return across('apart', axis);
  if (!volume.anatomical || !isFull || kind === 'hounsfield' || kind === 'dose') return undefined;
  const isThick = ratio > THICK_SPACING && slices <= (ratio > STEPPED_SPACING ? MAX_STEPPED : MAX_SPARSE);
  if (kind !== 'texture' && isThick) return across('thick', axis);
  if (isCutOff(volume, kind, start, ofContents)) return across('cropped', blockAxisOf(volume));
  if (ratio <= GRAINY_SPACING || slices > MAX_GRAINY || kind !== 'magnitude') return undefined;
  return isSpeckledBeyond(volume, start, 1, MAX_GRAINS) ? across('grainy', axis) : undefined;
}

/** Least spacing of slices by that within them, from which on they are told by it. */
const SLICE_SPACING = 1.05;
/** Spacing of slices by that within them: interpolation over more makes up all that is seen from the side. Thick slices have up to 10. */
const SPARSE_SPACING = 12;
/** More slices than this show an outline, however far apart they are. */
const MAX_SPARSE = 16;
/** Spacing of a few slices of a body by that within them, from which on its sides are steps, and its face says little. */
const THICK_SPACING = 2;
/** Spacing from which on this is true of more slices: light brings out the steps between them. Stacks of 36 and more show heads. */
const STEPPED_SPACING = 4;
const MAX_STEPPED = 32;
/** Spacing of slices by that within them, and most of them, of which what has no smooth surface is seen within a slice alone. */
const GRAINY_SPACING = 3;
const MAX_GRAINY = 40;
/** Share of speckle: bodies in thick slices have up to 0.03, maps of diffusion 0.04, a breast's bright parts 0.07. */
const MAX_GRAINS = 0.035;
/** Fewer voxels of a body, as of a cube of 16, may be a crop that has no shape. */
const MIN_VOXELS = 16 ** 3;

/**
 * Share of bright voxels at the faces by that of all, from which on they are a part of something: bodies have up to 0.45, those of few voxels up
 * to 0.7.
 */
const CUT_OFF = { usual: 0.5, tiny: 0.75 };
/** The least across any axis, by that of all: a body that ends along one of them has an outline. */
const CUT_OFF_EACH = 0.1;

/**
 * Whether what is brighter than a value, or darker on a bright background, is at the volume's faces nearly as often as anywhere: all that is seen then
 * is where it was cut off.
 */
function isCutOff({ sizes, voxels }: Volume, kind: ValueKind, value: number, statistics: Statistics): boolean {
  const ofSubject = (bright: number) => (kind === 'bright-background' ? 1 - bright : bright);
  const atFaces = ([0, 1, 2] as const).map((axis) => ofSubject(faceShare(sizes, voxels, axis, value)));
  const share = ofSubject(shareBetween(statistics, value, statistics.max));
  const mean = atFaces.reduce((sum, atFace) => sum + atFace / 3, 0);
  const least = voxels.length < MIN_VOXELS ? CUT_OFF.tiny : CUT_OFF.usual;
  return mean >= least * share && Math.min(...atFaces) >= CUT_OFF_EACH * share;
}

/** Quantiles of the strongest values of both signs. */
const STRONGEST = [0.005, 0.995] as const;

/**
 * Whether values of both signs are as strong at the volume's faces as anywhere: a field has 0.6 or more of its share there, statistical maps and
 * differences of bodies next to none.
 */
function isFieldToSides({ sizes, voxels, meaning }: Volume, statistics: Statistics): boolean {
  const { min, max, missingCount } = statistics;
  if (meaning === 'statistic' || meaning === 'crystal density' || missingCount > 0) return false;
  const [low, high] = STRONGEST.map((fraction) => percentile(statistics, fraction)) as [number, number];
  const strong = Math.max(-low, high) / 2;
  const share = shareBetween(statistics, min, -strong) + shareBetween(statistics, strong, max);
  const atFaces = ([0, 1, 2] as const).map(
    (axis) => faceShare(sizes, voxels, axis, strong) + 1 - faceShare(sizes, voxels, axis, -strong),
  );
  return atFaces.reduce((sum, atFace) => sum + atFace / 3, 0) >= CUT_OFF.usual * share;
}

/** Shortest side of a block by its second one, up to which slices across it show most. */
const FLAT_BLOCK = 0.8;

/** The axis across which a block's slices are largest, where that is plain; else that along which they were taken. */
function blockAxisOf(volume: Volume): 0 | 1 | 2 {
  const extents = extentsOf(volume);
  const [axis, second] = sortAxes(extents);
  const isThick = largestSpacing(volume).ratio > SLICE_SPACING;
  return !isThick && extents[axis] < FLAT_BLOCK * extents[second] ? axis : sliceAxisOf(volume);
}

/** The axis of the largest spacing, and that by the second largest. */
function largestSpacing(volume: Volume) {
  const lengths = spacings(volume);
  const [, second, axis] = sortAxes(lengths);
  return { axis, ratio: lengths[axis] / lengths[second] };
}

/** The axis that slices were taken along: that of the largest spacing, else from foot to head, or k. */
function sliceAxisOf(volume: Volume): 0 | 1 | 2 {
  const { axis, ratio } = largestSpacing(volume);
  if (ratio > SLICE_SPACING) return axis;
  return volume.anatomical ? axisAlong(volume, 2) : 2;
}

/** Lengths of a volume's sides. */
function extentsOf(volume: Volume): Vec3 {
  const lengths = spacings(volume);
  return volume.sizes.map((size, axis) => size * lengths[axis]!) as unknown as Vec3;
}

/** The axis along which a volume's box is flat. */
export const flatAxisOf = (volume: Volume): 0 | 1 | 2 | undefined => flatAxis(extentsOf(volume));

/** Slices of a flat stack, up to which its faces and the cuts through what it shows are all that is seen of it: of a body or of what fills it to its sides, and of anything. */
const MAX_FLAT = { full: 20, other: 4 };

/** The axis along which a few slices are, which are together less than a fourth as deep as they are wide. */
function flatStackAxis(volume: Volume, kind: ValueKind, start: number, ofContents: Statistics): 0 | 1 | 2 | undefined {
  const { sizes, anatomical } = volume;
  const axis = flatAxisOf(volume);
  if (axis === undefined || sizes[axis] > MAX_FLAT.full) return undefined;
  return sizes[axis] <= MAX_FLAT.other || anatomical || isCutOff(volume, kind, start, ofContents) ? axis : undefined;
}

/** Share of voxels with the most frequent value, beyond which few structures are in a void: one slice would miss most of them. */
const MAX_VOID = 0.9;

const isSparse = ({ counts, voxelCount, missingCount }: Statistics): boolean =>
  counts.reduce((most, count) => Math.max(most, count), missingCount) > MAX_VOID * (voxelCount + missingCount);
