/** The surfaces of labels as they are seen: the parts that hide behind other labels are left out. */
import { colorBytes, packColor } from '../mesh/attributes/colors.js';
import { mergeMeshes } from '../mesh/merge-meshes.js';
import { createMesh, type Mesh } from '../mesh/mesh.js';
import { splitCreases } from '../mesh/topology/split-creases.js';
import type { LabelStyle, Mask } from '../volume/mask.js';
import type { Steps } from '../volume/steps.js';
import { placeLabelNet } from './extract-label-surfaces.js';
import type { LabelSurfaceOptions } from './label-surface-options.js';
import { type Faces, isCap, listRegionFaces, meshOfFaces, type PlacedNet } from './net-mesh.js';

/** Labels of one opacity as a mesh in their colours. */
export interface ShownSurfaces {
  /** From 0 to 1. */
  readonly opacity: number;
  /** The surfaces of all labels of the opacity. */
  readonly mesh: Mesh;
  /** The labels of its triangles, which follow each other. */
  readonly parts: readonly LabelPart[];
}

/** The triangles of a label in a mesh of several. */
export interface LabelPart {
  /** The label's value in the volume. */
  readonly label: number;
  /** Its number of triangles. */
  readonly triangles: number;
}

/**
 * A mesh for each opacity, of the labels' boundaries to what lets more light through than they do: an atlas of opaque labels has none
 * between them. Labels of the same translucency have one boundary between them.
 * @throws InputError for a smoothing out of range, and for more vertices than `NET_VERTICES_MAX`.
 */
export function* extractShownSurfaces(
  { labels, styles }: Mask,
  options: LabelSurfaceOptions = {},
): Steps<ShownSurfaces[]> {
  const opacityOf = (region: number) => styles[region - 1]!.opacity ?? 1;
  const isWanted = (region: number, other: number) => opacityOf(region) < 1 || opacityOf(other) < 1;
  const placed = yield* placeLabelNet(labels, styles, options, isWanted, true);
  const faces = listRegionFaces(placed.net, styles.length, (from, to) =>
    opacityOf(from) > opacityOf(to) || (opacityOf(from) === opacityOf(to) && from < to) ? 'from' : 'to',
  );
  const isStepped = options.smoothing === 0;
  const surfaces: ShownSurfaces[] = [];
  for (const opacity of new Set(styles.map((style) => style.opacity ?? 1))) {
    yield;
    const alike = styles.flatMap((style, index) =>
      (style.opacity ?? 1) === opacity ? { style, faces: faces.of(index + 1) } : [],
    );
    const isEdged = (face: number) => isStepped || isCap(placed.net, face);
    // Caps meet what they cut, and each other, in edges.
    const smooth = paintFaces(placed, alike, (face) => !isEdged(face));
    const edged = paintFaces({ ...placed, shaded: undefined }, alike, isEdged);
    const both = [...(smooth ? [smooth] : []), ...(edged ? [{ ...edged, mesh: splitCreases(edged.mesh) }] : [])];
    if (both.length === 0) continue;
    const mesh = both.length === 1 ? both[0]!.mesh : mergeMeshes(both.map((one) => one.mesh));
    surfaces.push({ opacity, mesh, parts: both.flatMap(({ parts }) => parts) });
  }
  return surfaces;
}

/** Undefined where no face is taken. */
function paintFaces(
  placed: PlacedNet,
  labels: readonly { readonly style: LabelStyle; readonly faces: Faces }[],
  takes: (face: number) => boolean,
): { readonly mesh: Mesh; readonly parts: LabelPart[] } | undefined {
  const taken = labels.map(({ style, faces }) => ({ style, faces: faces.filter(takes) }));
  const total = taken.reduce((sum, { faces }) => sum + faces.length, 0);
  if (total === 0) return undefined;
  const all = new Uint32Array(total);
  const colors = new Uint32Array(2 * total);
  let at = 0;
  for (const { style, faces } of taken) {
    all.set(faces, at);
    colors.fill(packStyle(style), 2 * at, 2 * (at + faces.length));
    at += faces.length;
  }
  return {
    mesh: createMesh({ ...meshOfFaces(placed, all), faceColors: colorBytes(colors) }),
    parts: taken.flatMap(({ style, faces }) =>
      faces.length > 0 ? [{ label: style.label, triangles: 2 * faces.length }] : [],
    ),
  };
}

/** White where a label has no colour. */
function packStyle({ color = [1, 1, 1] }: LabelStyle): number {
  const [red, green, blue] = color.map((channel) => 255 * channel) as [number, number, number];
  return packColor(red, green, blue);
}
