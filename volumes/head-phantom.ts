/** A CT-like head in Hounsfield units: skin, skull, brain, eyes, airways, and vessels full of contrast agent. */
import { carve, cone, coverage, ellipsoid, type Point } from './head-phantom/distance.js';
import { skinDistance } from './head-phantom/skin.js';
import { boneDistance, cavityDistance, orbitDistance, sinusDistance, teethDistance } from './head-phantom/skull.js';
import { type Tube, vesselTubes } from './head-phantom/vessels.js';
import type { SampleVolume } from './write-nrrd.js';

/** Where the head is sampled. */
export interface HeadGrid {
  readonly sizes: readonly [number, number, number];
  /** In mm. */
  readonly spacings: readonly [number, number, number];
  /** Place of the first voxel, in mm: x to the right, y anterior, z superior. */
  readonly origin: Point;
}

const GRID: HeadGrid = { sizes: [110, 140, 106], spacings: [1.5, 1.5, 2], origin: [-81.75, -103.25, -101] };

/** Hounsfield units. */
const AIR = -1000;
const SOFT_TISSUE = 50;
const FAT = -100;
const BONE = 700;
const TEETH = 1500;
const LIQUOR = 0;
const BRAIN = 40;
const EYE = 20;
const LENS = 100;
const CONTRAST = 1600;
const MARKER = 2000;
/** Steps compress well: finer ones for soft tissue, up to this far from 0, than at the surfaces of bone and air. */
const SOFT_RANGE = 100;
const SOFT_STEP = 10;
const COARSE_STEP = 100;

export function generateHeadPhantom(): SampleVolume {
  const { sizes, spacings, origin } = GRID;
  const voxels = Int16Array.from(sampleHead(GRID), (value) => {
    const step = Math.abs(value) < SOFT_RANGE ? SOFT_STEP : COARSE_STEP;
    return step * Math.round(value / step);
  });
  return {
    type: 'int16',
    sizes,
    voxels,
    geometry: [
      'space: right-anterior-superior',
      `space directions: (${spacings[0]},0,0) (0,${spacings[1]},0) (0,0,${spacings[2]})`,
      `space origin: (${origin.join(',')})`,
      'space units: "mm" "mm" "mm"',
    ],
  };
}

/** Hounsfield units at the grid's voxels, unrounded, x fastest. */
export function sampleHead(grid: HeadGrid): Float64Array {
  const [ni, nj, nk] = grid.sizes;
  const values = fillTubes(vesselTubes(), grid);
  let index = 0;
  for (let k = 0; k < nk; k++) {
    for (let j = 0; j < nj; j++) {
      for (let i = 0; i < ni; i++, index++) {
        const tissue = tissueAt(placeOf(grid, i, j, k));
        values[index] = tissue + (CONTRAST - tissue) * values[index]!;
      }
    }
  }
  return values;
}

const placeOf = ({ spacings, origin }: HeadGrid, i: number, j: number, k: number): Point => [
  origin[0] + i * spacings[0],
  origin[1] + j * spacings[1],
  origin[2] + k * spacings[2],
];

/** Hounsfield units at a point, vessels left out: each tissue is painted over those before it. */
function tissueAt(p: Point): number {
  const q: Point = [Math.abs(p[0]), p[1], p[2]];
  const skin = skinDistance(p);
  let value = AIR;
  const paint = (distance: number, hounsfield: number) => {
    value += (hounsfield - value) * coverage(distance);
  };
  paint(skin, SOFT_TISSUE);
  paint(ellipsoid(p, [-71, 26, 14], [5, 5, 5]), MARKER);
  if (skin > 3) return value;

  const cavity = cavityDistance(p);
  paint(carve(orbitDistance(q), -skin - 4, 1), FAT);
  paint(boneDistance(p, cavity), BONE);
  paint(teethDistance(p), TEETH);
  paintEye(q, paint);
  if (cavity < 3) paintBrain(p, cavity, paint);
  else paintAirways(q, paint);
  return value;
}

type Paint = (distance: number, hounsfield: number) => void;

function paintEye(q: Point, paint: Paint): void {
  paint(ellipsoid(q, [31, 63, -3], [12, 12, 12]), EYE);
  paint(ellipsoid(q, [31, 70, -3], [4.5, 2.5, 4.5]), LENS);
}

function paintBrain([x, y, z]: Point, cavity: number, paint: Paint): void {
  const ax = Math.abs(x);
  paint(cavity, LIQUOR);
  // Folds of the cortex: waves that bend each other, and the cleft between the hemispheres.
  const bend = 3 * Math.sin(y / 11 + z / 17) + 2 * Math.sin(ax / 9 - z / 13);
  const fold = Math.sin((y + bend) / 4.2) * Math.sin((z + 1.5 * bend) / 4.6) + 0.6 * Math.sin((ax + z + bend) / 5);
  const cleft = z > 8 || Math.abs(y + 10) > 50 ? 1.6 - ax : Number.NEGATIVE_INFINITY;
  paint(Math.max(cavity + 3.2 + 1.1 * fold, cleft), BRAIN);
  paint(ventricleDistance([ax, y, z]), LIQUOR);
}

/** Lateral ventricles with their horns, and the third. */
function ventricleDistance(q: Point): number {
  const body = cone(q, [9, 28, 24], 5, [14, -26, 32], 5.5);
  const backHorn = cone(q, [14, -26, 32], 5.5, [22, -52, 22], 3.5);
  const lowerHorn = cone(q, [16, -30, 28], 5, [30, -6, -4], 3);
  const third = ellipsoid(q, [0, -6, 14], [2.4, 14, 11]);
  return Math.min(body, backHorn, lowerHorn, third);
}

function paintAirways(q: Point, paint: Paint): void {
  // Either side of the nasal septum, then down behind the palate to the windpipe.
  const nose = ellipsoid(q, [5, 56, -24], [3.4, 30, 14]);
  const nostril = cone(q, [6, 84, -30], 3.5, [6, 92, -40], 3.5);
  const throat = Math.min(
    cone(q, [0, 26, -24], 9, [0, 8, -44], 9),
    cone(q, [0, 8, -44], 9, [0, 4, -76], 8),
    cone(q, [0, 4, -76], 8, [0, 6, -120], 9),
  );
  paint(Math.min(nose, nostril, throat), AIR);
  paint(sinusDistance(q), AIR);
}

/** The fraction of each voxel that is in a vessel. */
function fillTubes(tubes: readonly Tube[], grid: HeadGrid): Float64Array {
  const [ni, nj, nk] = grid.sizes;
  const filled = new Float64Array(ni * nj * nk);
  for (const { start, startRadius, end, endRadius } of tubes) {
    const reach = Math.max(startRadius, endRadius) + 2;
    const [iRange, jRange, kRange] = [0, 1, 2].map((axis) => {
      const toIndex = (x: number) => (x - grid.origin[axis]!) / grid.spacings[axis]!;
      const low = Math.ceil(toIndex(Math.min(start[axis]!, end[axis]!) - reach));
      const high = Math.floor(toIndex(Math.max(start[axis]!, end[axis]!) + reach));
      return [Math.max(low, 0), Math.min(high, grid.sizes[axis]! - 1)] as const;
    });
    for (let k = kRange![0]; k <= kRange![1]; k++) {
      for (let j = jRange![0]; j <= jRange![1]; j++) {
        for (let i = iRange![0]; i <= iRange![1]; i++) {
          const distance = cone(placeOf(grid, i, j, k), start, startRadius, end, endRadius);
          const index = (k * nj + j) * ni + i;
          filled[index] = Math.max(filled[index]!, coverage(distance));
        }
      }
    }
  }
  return filled;
}
