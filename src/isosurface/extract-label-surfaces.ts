/** The regions of a label volume as closed meshes. */
import { InputError } from '../errors.js';
import { determinant, transformPoint } from '../math/affine.js';
import { transformHalfSpace } from '../math/half-space.js';
import type { Mesh } from '../mesh/mesh.js';
import type { LabelStyle, Mask } from '../volume/mask.js';
import { finishSteps, type Steps } from '../volume/steps.js';
import { type Volume, worldToIndex } from '../volume/volume.js';
import { withDefaults } from '../with-defaults.js';
import { createLabelNet } from './label-net.js';
import { LABEL_SURFACE_DEFAULTS, type LabelSurfaceOptions, MAX_LABEL_SMOOTHING } from './label-surface-options.js';
import { listRegionFaces, meshOfFaces, type PlacedNet } from './net-mesh.js';
import { relaxNet, smoothForShading } from './relax-net.js';

/** The boundary of one label's region. */
export interface LabelSurface {
  /** The label, its name and colour. */
  readonly style: LabelStyle;
  /** Closed and facing outwards, in the world of the label volume. */
  readonly mesh: Mesh;
}

/**
 * The boundary of each label's region, smooth, but on the same side of every voxel's centre: thin parts stay, and regions
 * that touch each other share their boundary to the bit. Regions end at the faces of the volume. Labels that no voxel has
 * are left out.
 * @throws InputError for a smoothing out of range, and for more vertices than `NET_VERTICES_MAX`.
 */
export function extractLabelSurfaces({ labels, styles }: Mask, options: LabelSurfaceOptions = {}): LabelSurface[] {
  const placed = finishSteps(placeLabelNet(labels, styles, options, () => true, false));
  const faces = listRegionFaces(placed.net, styles.length, () => 'both');
  return styles.flatMap((style, index) => {
    const own = faces.of(index + 1);
    return own.length > 0 ? [{ style, mesh: meshOfFaces(placed, own) }] : [];
  });
}

/**
 * The smoothed net of a mask's labels in the world.
 * @param isWanted whether a boundary between two labels is wanted, by their places in the list plus 1.
 * @param isShaded whether it gets normals without terraces.
 */
export function* placeLabelNet(
  labels: Volume,
  styles: readonly Pick<LabelStyle, 'label'>[],
  options: LabelSurfaceOptions,
  isWanted: (region: number, other: number) => boolean,
  isShaded: boolean,
): Steps<PlacedNet> {
  const { smoothing, clip } = withDefaults(LABEL_SURFACE_DEFAULTS, options);
  if (!(smoothing >= 0 && smoothing <= MAX_LABEL_SMOOTHING)) {
    throw new InputError(`the smoothing of labels must be from 0 to ${MAX_LABEL_SMOOTHING} voxels, not ${smoothing}`);
  }
  const toIndex = worldToIndex(labels);
  const planes = clip.map((halfSpace) => transformHalfSpace(toIndex, halfSpace));
  const net = yield* createLabelNet(labels, { labels: styles.map(({ label }) => label), clip: planes, isWanted });
  const relaxed = yield* relaxNet(net, smoothing, planes);
  const shaded = isShaded && smoothing > 0 ? yield* smoothForShading(net, relaxed) : undefined;
  return {
    net,
    world: placeVertices(relaxed, labels),
    shaded: shaded && placeVertices(shaded, labels),
    isMirrored: determinant(labels.indexToWorld) < 0,
  };
}

function placeVertices(positions: Float32Array, { indexToWorld }: Volume): Float64Array {
  const world = new Float64Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    world.set(transformPoint(indexToWorld, [positions[at]!, positions[at + 1]!, positions[at + 2]!]), at);
  }
  return world;
}
