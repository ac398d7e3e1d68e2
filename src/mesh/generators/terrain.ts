/** A surface like a layer of rock, and segments of which is known whether and where they cross it. */

import { InputError } from '../../errors.js';
import { withDefaults } from '../../with-defaults.js';
import { createMesh, type Mesh } from '../mesh.js';
import { createGrid } from './create-basic-meshes.js';
import { createRandom } from './random.js';

/** Options of `createTerrain`. */
export interface TerrainOptions {
  /** Length of a side, in world units. */
  readonly size?: number;
  /** Cells of two triangles along each side. */
  readonly cells?: number;
  /** Seed of the random numbers. */
  readonly seed?: number;
}

/**
 * The default has nearly as many triangles as the surface of R. Leung, "GPU implementation of a ray-surface intersection
 * algorithm", 2022.
 */
export const TERRAIN_DEFAULTS = { size: 1000, cells: 121, seed: 1 } as const satisfies TerrainOptions;

const WAVES = 12;
/** Steepest slope of the whole surface, rise over run. */
const MAX_SLOPE = 0.8;

/** A height field over (x, y), the sum of waves in random directions, no steeper anywhere than `MAX_SLOPE`. */
export function createTerrain(options: TerrainOptions = {}): Mesh {
  const { size, cells, seed } = withDefaults(TERRAIN_DEFAULTS, options);
  const random = createRandom(seed);
  const waves = Array.from({ length: WAVES }, () => {
    const angle = 2 * Math.PI * random();
    const frequency = ((2 + 10 * random()) * 2 * Math.PI) / size;
    return { x: Math.cos(angle) * frequency, y: Math.sin(angle) * frequency, phase: 2 * Math.PI * random() };
  });
  const { positions, triangles } = createGrid({ width: size, height: size, columns: cells, rows: cells });
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y] = [positions[at]!, positions[at + 1]!];
    // Each wave is as steep as the others.
    positions[at + 2] = waves.reduce((height, wave) => {
      const steepness = Math.hypot(wave.x, wave.y);
      return height + ((MAX_SLOPE / WAVES) * Math.sin(wave.x * x + wave.y * y + wave.phase)) / steepness;
    }, 0);
  }
  return createMesh({ positions, triangles });
}

/** Segments with what is true of them: no triangle is −1, and then t is 0. */
export interface TerrainSegments {
  /** Starts of the segments, x, y, z each. */
  readonly from: Float32Array;
  /** Ends of the segments, x, y, z each. */
  readonly to: Float32Array;
  /** The triangle that each segment crosses. */
  readonly triangles: Int32Array;
  /** Positions of the crossings along their segments, from 0 to 1. */
  readonly t: Float32Array;
}

/** How far from a triangle's edges, in shares of its corners, segments cross it: rounding shall not make it another's. */
const EDGE_MARGIN = 0.01;
/** Least length of a segment on either side of the surface, in sizes of the terrain. */
const MIN_REACH = 0.01;
const MAX_REACH = 0.3;

/**
 * Segments that are steeper than a terrain is anywhere, so that they cross it once or not at all: about half of them through
 * points of triangles at random, the others above or below. Everything of them is known from how they are made.
 */
export function createTerrainSegments({ positions, triangles }: Mesh, count: number, seed = 2): TerrainSegments {
  if (!(Number.isInteger(count) && count >= 0)) throw new InputError(`there cannot be ${count} segments`);
  const random = createRandom(seed);
  const size = 2 * Math.abs(positions[0]!);
  const between = (low: number, high: number) => low + (high - low) * random();
  const made = {
    from: new Float32Array(3 * count),
    to: new Float32Array(3 * count),
    triangles: new Int32Array(count).fill(-1),
    t: new Float32Array(count),
  };
  for (let segment = 0; segment < count; segment++) {
    const triangle = Math.floor((random() * triangles.length) / 3);
    const [a, b] = [random(), random()];
    // Uniform over the triangle, then away from its edges.
    const uniform = a + b < 1 ? [a, b, 1 - a - b] : [1 - a, 1 - b, a + b - 1];
    const shares = uniform.map((share) => EDGE_MARGIN + (1 - 3 * EDGE_MARGIN) * share);
    const point = [0, 1, 2].map((axis) =>
      shares.reduce((sum, share, corner) => sum + share * positions[3 * triangles[3 * triangle + corner]! + axis]!, 0),
    );
    const [angle, slope] = [2 * Math.PI * random(), 0.9 * random()];
    // One up for each step aside is steeper than the terrain.
    const direction = [slope * Math.cos(angle), slope * Math.sin(angle), random() < 0.5 ? 1 : -1];
    const crosses = random() < 0.5;
    const near = size * between(MIN_REACH, MAX_REACH) * (crosses ? -1 : 1);
    const far = size * (crosses ? between(MIN_REACH, MAX_REACH) : between(MAX_REACH, 2 * MAX_REACH));
    for (let axis = 0; axis < 3; axis++) {
      made.from[3 * segment + axis] = point[axis]! + near * direction[axis]!;
      made.to[3 * segment + axis] = point[axis]! + far * direction[axis]!;
    }
    if (crosses) {
      made.triangles[segment] = triangle;
      made.t[segment] = near / (near - far);
    }
  }
  return made;
}
