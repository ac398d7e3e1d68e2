/** Labels of pixels that show surfaces of labels, which are meshes. */
import { type Frame, NO_TRIANGLE, type OutputName } from '../../../index.js';
import type { LabelMesh } from '../../../recipe/scene/labels/label-surfaces.js';

export interface SurfaceTriangles {
  readonly parts: LabelMesh['parts'];
  /** Number of the surfaces' first triangle among those of all meshes. */
  readonly first: number;
  /** Distances of the meshes of each pixel; undefined where no volume is in front of any. */
  readonly reach: Float32Array | undefined;
}

/** Share of a distance by which two renderings of a triangle may differ. */
const ROUNDING = 1e-5;

/** Writes the labels of the triangles that pixels show into the frame's labels. */
export function labelTriangles(frame: Frame, { parts, first, reach }: SurfaceTriangles): void {
  const { labels, triangles, distances } = frame as Partial<Frame<OutputName>>;
  if (!labels || !triangles) return;
  const ends: number[] = [];
  for (const part of parts) ends.push((ends.at(-1) ?? first) + part.triangles);
  for (const [pixel, triangle] of triangles.entries()) {
    if (triangle === NO_TRIANGLE || triangle < first) continue;
    // The nearest triangle is known even where a volume hides it.
    if (reach && distances && distances[pixel]! < reach[pixel]! * (1 - ROUNDING)) continue;
    const part = ends.findIndex((end) => triangle < end);
    if (part >= 0) labels[pixel] = parts[part]!.label;
  }
}
