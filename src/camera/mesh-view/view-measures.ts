/** Measures of how much of a surface views show, from samples of it. */
import { cross, type Vec3 } from '../../math/vec3.js';
import type { ViewDirection } from '../views.js';
import { NORMAL_BINS, normalBin, normalDetail } from './sample-detail.js';
import { boundSamples, type ViewSamples } from './view-samples.js';

export interface ViewMeasures {
  /** Share of a square around the bounding sphere that shows the surface. */
  readonly projected: number;
  /** Share of the surface's area that is seen. */
  readonly visible: number;
  /** Viewpoint entropy (Vázquez, Feixas, Sbert and Heidrich 2001) over directions of normals in place of faces, in nats. */
  readonly entropy: number;
  /** Share of the surface's detail that is seen, what is high counting more: faces have most of it, and heads are on top. */
  readonly detail: number;
  /** Share of the triangles that is seen. */
  readonly triangles: number;
  /** How alike the seen sides are: 1 where all of them are outsides, or all insides, and 0 of as much of either. */
  readonly oneSided: number;
}

/** Cells across the depth map that samples are projected into: enough of them lie in each, or the surface would have holes. */
const CELLS = 48;
/** Cells of depth behind the nearest sample of its cell within which a sample is seen. */
const THICKNESS = 2;
/** Cosine to the normal below which detail is foreshortened. */
const GRAZING = 0.2;

/** Measures views of the samples, each in one pass through a small depth map. */
export function createViewMeasurer(samples: ViewSamples): (view: ViewDirection) => ViewMeasures {
  const { points, normals, areas, triangles } = samples;
  const { center, radius } = boundSamples(samples);
  const details = normalDetail(samples, center, radius);
  const nearest = new Float64Array(CELLS * CELLS);
  const cells = new Int32Array(areas.length);
  const depths = new Float64Array(areas.length);
  const perCell = CELLS / (2 * radius);
  const clampCell = (coordinate: number) => Math.min(CELLS - 1, Math.max(0, Math.floor(coordinate + CELLS / 2)));
  const totalArea = areas.reduce((sum, area) => sum + area, 0);
  const normalBins = Uint8Array.from(areas, (_, sample) =>
    normalBin(normals[3 * sample]!, normals[3 * sample + 1]!, normals[3 * sample + 2]!),
  );
  const totalTriangles = triangles.reduce((sum, count) => sum + count, 0);

  function project({ forward, up }: ViewDirection): void {
    const right = cross(forward, up);
    nearest.fill(Infinity);
    for (let sample = 0; sample < areas.length; sample++) {
      const x = (points[3 * sample]! - center[0]) * perCell;
      const y = (points[3 * sample + 1]! - center[1]) * perCell;
      const z = (points[3 * sample + 2]! - center[2]) * perCell;
      const column = clampCell(x * right[0] + y * right[1] + z * right[2]);
      const cell = column + CELLS * clampCell(x * up[0] + y * up[1] + z * up[2]);
      const depth = x * forward[0] + y * forward[1] + z * forward[2];
      cells[sample] = cell;
      depths[sample] = depth;
      if (depth < nearest[cell]!) nearest[cell] = depth;
    }
  }

  let [detailsOf, allDetail] = [[0, 0, 0] as Vec3, 0];
  const highDetails = new Float64Array(areas.length);
  /** Views of one vertical come one after another. */
  function weighDetails(vertical: Vec3): void {
    if (vertical.every((component, axis) => component === detailsOf[axis])) return;
    [detailsOf, allDetail] = [vertical, 0];
    for (let sample = 0; sample < areas.length; sample++) {
      const at = 3 * sample;
      const height =
        (points[at]! - center[0]) * vertical[0] +
        (points[at + 1]! - center[1]) * vertical[1] +
        (points[at + 2]! - center[2]) * vertical[2];
      highDetails[sample] = details[sample]! * (1 + height / radius);
      allDetail += highDetails[sample]!;
    }
  }

  return (view) => {
    project(view);
    const { forward, vertical = view.up } = view;
    weighDetails(vertical);
    const bins = new Float64Array(NORMAL_BINS);
    let [seenArea, facingArea, outsideArea, seenDetail, seenTriangles] = [0, 0, 0, 0, 0];
    for (let sample = 0; sample < areas.length; sample++) {
      if (depths[sample]! > nearest[cells[sample]!]! + THICKNESS) continue;
      const at = 3 * sample;
      const towards = -(normals[at]! * forward[0] + normals[at + 1]! * forward[1] + normals[at + 2]! * forward[2]);
      const facing = Math.abs(towards);
      seenArea += areas[sample]!;
      seenTriangles += triangles[sample]! * Math.min(1, facing / GRAZING);
      seenDetail += highDetails[sample]! * Math.min(1, facing / GRAZING);
      const projected = facing * areas[sample]!;
      facingArea += projected;
      outsideArea += towards * areas[sample]!;
      bins[normalBins[sample]!]! += projected;
    }
    return {
      projected: nearest.reduce((sum, depth) => sum + Number(depth < Infinity), 0) / nearest.length,
      visible: seenArea / totalArea,
      entropy: entropyOf(bins, facingArea),
      triangles: seenTriangles / totalTriangles,
      detail: allDetail > 0 ? seenDetail / allDetail : 0,
      oneSided: facingArea > 0 ? Math.abs(outsideArea) / facingArea : 0,
    };
  };
}

function entropyOf(shares: Float64Array, total: number): number {
  let entropy = 0;
  for (const share of shares) if (share > 0) entropy -= (share / total) * Math.log(share / total);
  return entropy;
}
