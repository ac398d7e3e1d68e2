/** Knowledge about meshes from the frames before: how still they are, and how far off a tree may have them. */

export interface MeshHistory {
  /** Frames in a row before this one that had the same triangles in the same places. */
  readonly stillFrames: number;
  /** World length by which a tree may have them elsewhere; found when it is asked for, from all triangles. */
  readonly treeErrorWorld: () => number;
}

export const NO_HISTORY: MeshHistory = { stillFrames: 0, treeErrorWorld: () => Infinity };
