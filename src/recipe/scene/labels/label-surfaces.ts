/** Surfaces of labels in their colours, as --label-surfaces shows them. */
import {
  colorMesh,
  createMask,
  extractLabelSurfaces,
  type Gpu,
  type LabelSurface,
  type LabelSurfaceOptions,
  labelColors,
  type Mask,
  mergeMeshes,
  type PosedMesh,
  splitCreases,
} from '../../../index.js';

/** The mask with a colour for each label that has none. */
export function withLabelColors({ labels, styles }: Mask): Mask {
  const colors = labelColors(styles.length);
  return createMask({ labels, styles: styles.map((style, index) => ({ color: colors[index]!, ...style })) });
}

/** Surfaces of one opacity as a mesh. */
export interface LabelMesh {
  readonly posed: PosedMesh;
  /** The labels of its triangles, which follow each other. */
  readonly parts: readonly { readonly label: number; readonly triangles: number }[];
}

/**
 * The surfaces of a mask's labels as meshes; none where no voxel has one of them.
 * @throws InputError for a smoothing out of range; DeviceError without memory.
 */
export async function createLabelMeshes(gpu: Gpu, mask: Mask, options: LabelSurfaceOptions): Promise<LabelMesh[]> {
  return poseByOpacity(await extractLabelSurfaces(gpu, mask, options));
}

/** Any number of labels, where a scene has but 64 colours of meshes. */
function poseByOpacity(surfaces: readonly LabelSurface[]): LabelMesh[] {
  const opacities = [...new Set(surfaces.map(({ style }) => style.opacity ?? 1))];
  return opacities.map((opacity) => {
    const alike = surfaces.filter(({ style }) => (style.opacity ?? 1) === opacity);
    const colored = alike.map(({ mesh, style }) => colorMesh(splitCreases(mesh), style.color!));
    const parts = colored.map(({ triangles }, index) => ({
      label: alike[index]!.style.label,
      triangles: triangles.length / 3,
    }));
    return { posed: { mesh: mergeMeshes(colored), opacity }, parts };
  });
}
