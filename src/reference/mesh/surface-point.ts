/** Places on meshes. */

/** A place on a mesh: (1 − u − v) · A + u · B + v · C of a triangle's corners. */
export interface SurfacePoint {
  readonly triangle: number;
  readonly u: number;
  readonly v: number;
}
