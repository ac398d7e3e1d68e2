/** Makes one vertex of those at the same place, so that neighbouring triangles share their edges. */
import { TripleNumbering } from './triple-numbering.js';

export interface MergedVertices {
  /** x, y and z of each distinct vertex, in the order in which they first come. */
  readonly positions: Float32Array;
  /** Which of them each of the given vertices is. */
  readonly indices: Uint32Array;
}

/** Merges vertices with exactly the same coordinates; −0 is 0. */
export function mergeVertices(positions: Float32Array): MergedVertices {
  const merged = new Float32Array(positions.length);
  // −0 + 0 is 0.
  for (let at = 0; at < positions.length; at++) merged[at] = positions[at]! + 0;
  const words = new Uint32Array(merged.buffer);
  const indices = new Uint32Array(positions.length / 3);
  const numbering = new TripleNumbering();
  for (let vertex = 0; vertex < indices.length; vertex++) {
    const at = 3 * vertex;
    const index = numbering.number(words[at]!, words[at + 1]!, words[at + 2]!);
    indices[vertex] = index;
    // Moves down or stays: a distinct vertex never has a larger number than those before it.
    if (3 * index !== at) words.copyWithin(3 * index, at, at + 3);
  }
  return { positions: merged.slice(0, 3 * numbering.count), indices };
}
