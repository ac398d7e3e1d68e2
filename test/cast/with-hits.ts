/** Outputs that tests of meshes read of a frame besides its pixels. */
import type { Frame } from '../../src/cast/frame.js';

export const WITH_HITS = { outputs: ['pixels', 'triangles', 'distances'] } as const;

export type HitFrame = Frame<(typeof WITH_HITS.outputs)[number]>;
