/** Surfaces of revolution, the stuff of spheres, tori and chessmen. */
import { InputError } from '../../errors.js';

/** A ring of the surface: its radius, its height along z, and how far its centre is shifted along x. */
export type LatheRing = readonly [radius: number, height: number, shift?: number];

export interface Lathe {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
}

/**
 * Turns a profile about the z axis. Rings from the bottom up, or counter-clockwise in the plane of radius and height, face
 * outward. Rings of radius 0 are poles of one vertex. The last ring joins the first if `closed`.
 * @throws InputError if there are fewer than three segments or two rings.
 */
export function turnLathe(rings: readonly LatheRing[], segments: number, closed = false): Lathe {
  if (!Number.isInteger(segments) || segments < 3) {
    throw new InputError(`a round surface needs at least three segments, as an integer, not ${segments}`);
  }
  if (rings.length < 2) throw new InputError(`a round surface needs at least two rings, not ${rings.length}`);
  const positions: number[] = [];
  const starts = rings.map(([radius, height, shift = 0]) => {
    const start = positions.length / 3;
    for (let segment = 0; segment < (radius === 0 ? 1 : segments); segment++) {
      const angle = (2 * Math.PI * segment) / segments;
      positions.push(shift + radius * Math.cos(angle), radius * Math.sin(angle), height);
    }
    return start;
  });
  const vertex = (ring: number, segment: number) => starts[ring]! + (rings[ring]![0] === 0 ? 0 : segment % segments);

  const triangles: number[] = [];
  for (let ring = 0; ring < rings.length - (closed ? 0 : 1); ring++) {
    const above = (ring + 1) % rings.length;
    for (let segment = 0; segment < segments; segment++) {
      const [a, b] = [vertex(ring, segment), vertex(ring, segment + 1)];
      const [c, d] = [vertex(above, segment + 1), vertex(above, segment)];
      if (a !== b) triangles.push(a, b, c);
      if (c !== d) triangles.push(a, c, d);
    }
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}
