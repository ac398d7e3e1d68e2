/** The visible voxels of a volume: how much each hides, and which of a row clipping keeps. */

import { transformPoint } from '../../math/affine.js';
import { type HalfSpace, transformHalfSpace } from '../../math/half-space.js';
import { scale, type Vec3 } from '../../math/vec3.js';
import { evaluateOpacity, type ValueRange } from '../../transfer/transfer-function.js';
import { attenuationOf } from '../../transfer/xray.js';
import { isSameGrid } from '../../volume/grids/same-grid.js';
import { labelAt, type Mask } from '../../volume/mask.js';
import { spacings, type VoxelArray, worldToIndex } from '../../volume/volume.js';
import type { VolumeScene } from '../scene.js';

export interface ShownVoxels {
  /** Finds the first visible voxel from index `first` to before `end`; `end` where there is none. */
  findNext(first: number, end: number): number;
  /** Optical depth of the voxel that was found last, in whole units. */
  readonly depth: number;
}

/**
 * @param units of an optical depth of 1; voxels of less than half a unit are invisible.
 * @param most units that a voxel counts for.
 */
export function createShownVoxels(scene: VolumeScene, units: number, most: number): ShownVoxels {
  const { voxels } = scene.volume;
  const opticalDepthOf = createValueDepth(scene);
  const quantize = (depth: number) => Math.min(Math.round(units * depth), most);
  const ownOpacities = opacitiesOfOwn(scene);
  if ((!scene.mask || ownOpacities) && voxels.BYTES_PER_ELEMENT <= 2 && dependsOnValue(scene)) {
    const table = ownOpacities
      ? tabulateLabels(voxels, ownOpacities, (label, opacity) => quantize(opticalDepthOf(label, 0) * opacity))
      : tabulateValues(voxels, rangeOfDepths(scene), (value) => quantize(opticalDepthOf(value, 0)));
    return new TabulatedVoxels(voxels, table, leastOf(voxels));
  }
  const styleAt = scene.mask ? createStyleAt(scene) : undefined;
  return new EvaluatedVoxels(voxels, hiddenUpTo(scene), (index) => {
    const depth = opticalDepthOf(voxels[index]!, index);
    return quantize(depth > 0 && styleAt ? depth * styleAt(index) : depth);
  });
}

/** Voxels from which on a table of what 16 bits show pays. */
const MIN_SCANNED = 2 ** 18;

/**
 * Visible voxels by a table of all values; a loop without calls takes a tenth of the time. Empty space is gone through four bytes
 * at a time where the smallest value shows something, and where bytes up to a value show nothing: a quarter of the loop's steps, of which
 * scans have 13 million. Values of 16 bits above one are compared one by one.
 */
class TabulatedVoxels implements ShownVoxels {
  depth = 0;
  readonly #voxels: VoxelArray;
  readonly #table: Float32Array;
  readonly #least: number;
  /** Values up to it are all hidden. */
  readonly #hidden: number;
  /** The voxels by four bytes, where what bytes show is above a value. */
  readonly #fours: Int32Array | undefined;
  /** The voxels by four bytes, and whether each 16-bit pattern, of one voxel or two, is visible. */
  readonly #words: Uint32Array | undefined;
  readonly #halves: Uint8Array;
  readonly #perWord: number;
  /** A word that shows nothing, most likely the next one too; −1 is none. */
  #empty = -1;

  constructor(voxels: VoxelArray, table: Float32Array, least: number) {
    this.#voxels = voxels;
    this.#table = table;
    this.#least = least;
    let shown = 0;
    // A plain loop: a function for each value took several times as long.
    while (shown < table.length && !(table[shown]! > 0)) shown++;
    this.#hidden = least + shown - 1;
    this.#perWord = 4 / voxels.BYTES_PER_ELEMENT;
    const isInWords = voxels.length >= MIN_SCANNED && voxels.byteOffset % 4 === 0;
    const isScanned = shown === 0 && isInWords;
    const { buffer, byteOffset, byteLength } = voxels;
    const words = [buffer, byteOffset, Math.floor(byteLength / 4)] as const;
    this.#words = isScanned ? new Uint32Array(...words) : undefined;
    const isInFours = isInWords && voxels instanceof Uint8Array && shown > 0 && this.#hidden < MOST_IN_FOURS;
    this.#fours = isInFours ? new Int32Array(...words) : undefined;
    this.#halves = isScanned ? tabulateHalves(voxels, table, least) : new Uint8Array();
  }

  findNext(first: number, end: number): number {
    if (this.#hidden >= this.#least) return this.#findAbove(first, end);
    if (!this.#words) return this.#findOneByOne(first, end);
    const head = Math.min(end, Math.ceil(first / this.#perWord) * this.#perWord);
    const near = this.#findOneByOne(first, head);
    return near < head ? near : this.#findOneByOne(this.#skipEmpty(head, end), end);
  }

  /** Most volumes show what is above a value: comparing takes a quarter of the time of the tables, which are for all others. */
  #findAbove(first: number, end: number): number {
    const [voxels, table, least] = [this.#voxels, this.#table, this.#least];
    for (let at = this.#skipHidden(first, end); at < end; at = this.#skipHidden(at + 1, end)) {
      const depth = table[voxels[at]! - least]!;
      if (depth > 0) {
        this.depth = depth;
        return at;
      }
    }
    return end;
  }

  /** The first voxel above what is hidden. Runs of fewer are not worth the look at words. */
  #skipHidden(first: number, end: number): number {
    const [voxels, hidden, fours] = [this.#voxels, this.#hidden, this.#fours];
    if (!fours || end - first < MIN_RUN) return skipUpTo(voxels, hidden, first, end);
    const head = (first + 3) & ~3;
    const near = skipUpTo(voxels, hidden, first, head);
    return near < head ? near : skipUpTo(voxels, hidden, 4 * skipFours(fours, hidden, head >> 2, end >> 2), end);
  }

  #findOneByOne(first: number, end: number): number {
    const [voxels, table, least] = [this.#voxels, this.#table, this.#least];
    for (let at = first; at < end; at++) {
      const depth = table[voxels[at]! - least]!;
      if (depth > 0) {
        this.depth = depth;
        return at;
      }
    }
    return end;
  }

  /** The first voxel of the first word from `first`, where one begins, that shows something or is not whole. */
  #skipEmpty(first: number, end: number): number {
    const [words, halves, perWord] = [this.#words, this.#halves, this.#perWord];
    if (!words || first >= end) return first;
    let empty = this.#empty;
    let wordIndex = first / perWord;
    const last = Math.floor(end / perWord);
    for (; wordIndex < last; wordIndex++) {
      const word = words[wordIndex]!;
      if (word === empty) continue;
      if (halves[word & 0xffff]! + halves[word >>> 16]! > 0) break;
      empty = word;
    }
    this.#empty = empty;
    return wordIndex * perWord;
  }
}

/** Bytes up to a value as large as this cannot be told from others by adding to their lower seven bits. */
const MOST_IN_FOURS = 127;
const MIN_RUN = 32;

/** The first four bytes from word `first` to before `end`, any of which is above a value: adding what it is short of 127 by sets the upper bit of such bytes. */
function skipFours(words: Int32Array, value: number, first: number, end: number): number {
  const short = (MOST_IN_FOURS - value) * 0x01010101;
  let at = first;
  while (at < end && ((((words[at]! & 0x7f7f7f7f) + short) | words[at]!) & 0x80808080) === 0) at++;
  return at;
}

/** Whether all that 16 bits can hold shows something, one voxel or two; the order of two does not matter. */
function tabulateHalves({ BYTES_PER_ELEMENT }: VoxelArray, table: Float32Array, least: number): Uint8Array {
  const halves = new Uint8Array(2 ** 16);
  // Negative values follow the others in the order of their bits.
  for (let bits = 0; bits < table.length; bits++) {
    if (table[(bits - least) % table.length]! === 0) continue;
    if (BYTES_PER_ELEMENT === 2) halves[bits] = 1;
    else for (let other = 0; other < 256; other++) halves[bits + 256 * other] = halves[256 * bits + other] = 1;
  }
  return halves;
}

class EvaluatedVoxels implements ShownVoxels {
  depth = 0;
  readonly #voxels: VoxelArray;
  /** Values up to it, and NaN, are all hidden; undefined where that depends on more than the value. */
  readonly #hidden: number | undefined;
  readonly #depthAt: (index: number) => number;

  constructor(voxels: VoxelArray, hidden: number | undefined, depthAt: (index: number) => number) {
    this.#voxels = voxels;
    this.#hidden = hidden;
    this.#depthAt = depthAt;
  }

  findNext(first: number, end: number): number {
    const [voxels, hidden] = [this.#voxels, this.#hidden];
    for (let at = first; at < end; at++) {
      if (hidden !== undefined) at = skipUpTo(voxels, hidden, at, end);
      const depth = at < end ? this.#depthAt(at) : 0;
      if (depth > 0) {
        this.depth = depth;
        return at;
      }
    }
    return end;
  }
}

/**
 * The first voxel from `first` to before `end` that is above a value; NaN is not. A loop of its own: one that also looks up what it finds is
 * compiled before it has found anything, and again then.
 */
function skipUpTo(voxels: VoxelArray, value: number, first: number, end: number): number {
  let at = first;
  while (at < end && !(voxels[at]! > value)) at++;
  return at;
}

const dependsOnValue = ({ mode }: VolumeScene) => mode !== 'isosurface';

/** Whether the opacity points tell what a value shows. */
const showsByPoints = ({ mode = 'composite' }: VolumeScene) => mode === 'composite' || mode === 'mip';

/** The values below which, and above which, all have one depth. */
function rangeOfDepths(scene: VolumeScene): ValueRange {
  const { opacities } = scene.transfer;
  return showsByPoints(scene) ? [opacities[0]!.value, opacities.at(-1)!.value] : [-Infinity, Infinity];
}

/** The value up to which nothing shows, where the first points say so. */
function hiddenUpTo(scene: VolumeScene): number | undefined {
  const [first] = scene.transfer.opacities;
  return showsByPoints(scene) && first!.opacity === 0 ? first!.value : undefined;
}

/** The smallest value of an integer type of 8 or 16 bits. */
const leastOf = (voxels: VoxelArray) =>
  voxels instanceof Int8Array || voxels instanceof Int16Array ? -(2 ** (8 * voxels.BYTES_PER_ELEMENT - 1)) : 0;

/** The depth of every value of an integer type of 8 or 16 bits, one depth below a range of values and one above it. */
function tabulateValues(voxels: VoxelArray, [low, high]: ValueRange, depthOf: (value: number) => number): Float32Array {
  const table = new Float32Array(2 ** (8 * voxels.BYTES_PER_ELEMENT));
  const least = leastOf(voxels);
  const entryOf = (value: number) => Math.min(Math.max(value - least, 0), table.length);
  const [from, to] = [entryOf(Math.ceil(low)), entryOf(Math.floor(high) + 1)];
  table.fill(depthOf(least), 0, from);
  for (let entry = from; entry < to; entry++) table[entry] = depthOf(least + entry);
  return table.fill(depthOf(least + table.length - 1), to);
}

/** The depth of every label, which all other values lack. */
function tabulateLabels(
  voxels: VoxelArray,
  opacities: ReadonlyMap<number, number>,
  depthOf: (label: number, opacity: number) => number,
): Float32Array {
  const table = new Float32Array(2 ** (8 * voxels.BYTES_PER_ELEMENT));
  for (const [label, opacity] of opacities) {
    // No voxel has a label that its type cannot hold.
    const entry = label - leastOf(voxels);
    if (entry in table) table[entry] = depthOf(label, opacity);
  }
  return table;
}

/** Depth of each value. In modes that show the smallest or the mean value every voxel is visible. */
function createValueDepth({
  volume,
  transfer,
  mode,
  isoValue,
  isosurfaces,
}: VolumeScene): (value: number, index: number) => number {
  const { voxels, sizes } = volume;
  if (mode === 'xray') return (value) => (attenuationOf(value) > 0 ? 1 : 0);
  if (mode === 'minip' || mode === 'average') return (value) => (Number.isNaN(value) ? 0 : 1);
  if (mode === 'isosurface') {
    const steps = [1, sizes[0], sizes[0] * sizes[1]];
    const isos = isosurfaces?.map((surface) => surface.value) ?? [isoValue ?? 0];
    // Surfaces are between a voxel and the next one along an axis; the voxel at the surface's inner side counts.
    const isAt = (iso: number, value: number, index: number) =>
      value >= iso && steps.some((step) => voxels[index + step]! < iso || voxels[index - step]! < iso);
    return (value, index) => (isos.some((iso) => isAt(iso, value, index)) ? 1 : 0);
  }
  const unit = Math.max(...spacings(volume)) / (transfer.unit ?? Math.min(...spacings(volume)));
  const depthOf = (value: number) => unit * evaluateOpacity(transfer, value);
  // Values between the points that are wholly transparent need no look at the points.
  const { opacities } = transfer;
  const [first, last] = [opacities[0]!, opacities.at(-1)!];
  return (value) => {
    if (value <= first.value) return unit * first.opacity;
    if (value >= last.value) return unit * last.opacity;
    return Number.isNaN(value) ? 0 : depthOf(value);
  };
}

const opacitiesOf = ({ styles }: Mask) => new Map(styles.map(({ label, opacity = 1 }) => [label, opacity]));

/** The opacity of each label, of a volume whose voxels are its own labels. */
const opacitiesOfOwn = ({ volume, mask }: VolumeScene): ReadonlyMap<number, number> | undefined =>
  mask && mask.labels.voxels === volume.voxels && isSameGrid(mask.labels, volume) ? opacitiesOf(mask) : undefined;

/** The factor of a voxel's opacity by a mask. */
function createStyleAt({ volume, mask }: VolumeScene): (index: number) => number {
  const { labels } = mask!;
  const opacities = opacitiesOf(mask!);
  if (isSameGrid(labels, volume)) {
    return (index) => opacities.get(labels.voxels[index]!) ?? 0;
  }
  const toLabels = worldToIndex(labels);
  const [ni, nj] = volume.sizes;
  return (index) => {
    const position: Vec3 = [index % ni, Math.floor(index / ni) % nj, Math.floor(index / (ni * nj))];
    const label = labelAt(labels, transformPoint(toLabels, transformPoint(volume.indexToWorld, position)));
    return label === undefined ? 0 : (opacities.get(label) ?? 0);
  };
}

/** Reach of a voxel beyond its centre, in half-spaces' terms, but for rounding. */
const HALF_VOXEL = 0.5 - 1e-6;

/** The voxels of a row that clipping keeps any of: the first and the last, which may be none. */
export function createKept({ volume, clip = [] }: VolumeScene): (j: number, k: number) => readonly [number, number] {
  const end = volume.sizes[0] - 1;
  const toIndex = worldToIndex(volume);
  const halfSpaces = clip.map((halfSpace): HalfSpace => {
    const { normal, offset } = transformHalfSpace(toIndex, halfSpace);
    const halfWidth = HALF_VOXEL * normal.reduce((sum, component) => sum + Math.abs(component), 0);
    return { normal: scale(normal, 1), offset: offset - halfWidth };
  });
  const whole = [0, end] as const;
  if (halfSpaces.length === 0) return () => whole;
  return (j, k) => {
    let [first, last] = whole as readonly [number, number];
    for (const { normal, offset } of halfSpaces) {
      const rest = offset - normal[1] * j - normal[2] * k;
      if (normal[0] > 0) first = Math.max(first, Math.ceil(rest / normal[0]));
      else if (normal[0] < 0) last = Math.min(last, Math.floor(rest / normal[0]));
      else if (rest > 0) return [0, -1];
    }
    return [first, last];
  };
}
