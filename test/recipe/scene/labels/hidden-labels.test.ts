/** Labels of a mask that a picture shows nothing of are named, whatever grid the mask has. */
import { describe, expect, it } from 'vitest';
import { describeHiddenLabels } from '../../../../src/recipe/scene/labels/hidden-labels.js';
import { createTransferFunction } from '../../../../src/transfer/transfer-function.js';
import { createMask, type LabelStyle } from '../../../../src/volume/mask.js';
import { createVolume } from '../../../../src/volume/volume.js';

/** Values that rise along i, of which those above 50 are visible. */
const volume = createVolume({
  sizes: [10, 4, 3],
  voxels: Int16Array.from({ length: 120 }, (_, at) => 10 * (at % 10)),
  indexToWorld: {
    columns: [
      [2, 0, 0],
      [0, 1, 0],
      [0, 0, 3],
    ],
    origin: [-7, 5, 1],
  },
});
const transfer = createTransferFunction({
  colors: [{ value: 0, color: '#fff' }],
  opacities: [
    { value: 50, opacity: 0 },
    { value: 90, opacity: 1 },
  ],
});

/** A mask of half as many voxels along i, each of two of the volume, mirrored along j. */
const maskOf = (labelAt: (i: number, j: number) => number, styles: readonly LabelStyle[]) =>
  createMask({
    labels: createVolume({
      sizes: [5, 4, 3],
      voxels: Uint8Array.from({ length: 60 }, (_, at) => labelAt(at % 5, Math.floor(at / 5) % 4)),
      indexToWorld: {
        columns: [
          [4, 0, 0],
          [0, -1, 0],
          [0, 0, 3],
        ],
        origin: [-5, 8, 1],
      },
    }),
    styles,
  });

const STYLES = [{ label: 1, name: 'Bone' }, { label: 2, name: 'Bladder' }, { label: 3 }, { label: 4 }];
const halves = maskOf((i) => (i < 2 ? 2 : 1), STYLES);

describe('labels of a mask', () => {
  it('of which no voxel is visible are named, and those that the mask does not hold are not', () => {
    expect(describeHiddenLabels('m.nrrd', { volume, transfer, mask: halves })).toMatch(
      /^m\.nrrd: Bladder shows nothing: .*--label-surfaces/,
    );
    const rows = maskOf((i, j) => (j === 0 && i < 3 ? 3 : i < 2 ? 2 : 1), STYLES);
    expect(describeHiddenLabels('m.nrrd', { volume, transfer, mask: rows })).toMatch(/: Bladder, 3 show nothing: /);
  });

  it('are not told of where each shows, is meant to be hidden, or is no matter of opacities', () => {
    const shown = maskOf((i) => (i < 4 ? 1 : 2), STYLES);
    expect(describeHiddenLabels('m.nrrd', { volume, transfer, mask: shown })).toBeUndefined();
    const transparent = { ...halves, styles: [{ label: 1 }, { label: 2, opacity: 0 }] };
    expect(describeHiddenLabels('m.nrrd', { volume, transfer, mask: transparent })).toBeUndefined();
    expect(describeHiddenLabels('m.nrrd', { volume, transfer, mask: halves, mode: 'mip' })).toBeUndefined();
    expect(describeHiddenLabels('m.nrrd', { volume, transfer })).toBeUndefined();
  });

  it('are told of where they lie in the volume: a crop hides others, which is meant', () => {
    const move = (x: number) => {
      const { columns } = halves.labels.indexToWorld;
      return { ...halves, labels: { ...halves.labels, indexToWorld: { columns, origin: [x, 8, 1] as const } } };
    };
    expect(describeHiddenLabels('m.nrrd', { volume, transfer, mask: move(90) })).toBeUndefined();
    // Moved by half of the volume: label 2 alone is in it, where something shows.
    expect(describeHiddenLabels('m.nrrd', { volume, transfer, mask: move(5) })).toBeUndefined();
    // Moved the other way: label 1 alone is, where nothing does.
    expect(describeHiddenLabels('m.nrrd', { volume, transfer, mask: move(-15) })).toMatch(/: Bone shows nothing: /);
  });

  it('whose voxels are missing show nothing', () => {
    const voxels = Float32Array.from(volume.voxels, (value, at) => (at % 10 < 4 ? value : Number.NaN));
    const missing = createVolume({ ...volume, voxels });
    expect(describeHiddenLabels('m.nrrd', { volume: missing, transfer, mask: halves })).toMatch(
      /: Bone, Bladder show nothing: /,
    );
  });
});
