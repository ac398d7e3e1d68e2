/** Encodes what becomes of triangles before they are binned: which can be drawn, and where they are in a view. */
import { allocateStorage } from '../../gpu/buffers.js';
import { BUFFER_USAGE } from '../../gpu/constants.js';
import { encodeKernel } from '../../gpu/encode-kernel.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { Vec3 } from '../../math/vec3.js';
import { encodeLoop } from '../../split/encode-loop.js';
import { ITEM_BOUNDS_WORDS } from '../../tiles/binner.js';
import type { MeshArena, MeshPart, Pose } from './arena.js';
import { MESH_PART_SIZE_BYTES, packMeshPart } from './uniforms.js';

/** Words of a `MeshTriangle` of wgsl/cast/mesh/triangle.wgsl. */
export const MESH_TRIANGLE_WORDS = 12;
const POINT_WORDS = 4;
export const LIGHT_EXTENT_SIZE_BYTES = 16;
const EXTENT_WORKGROUPS = 256;
const EXTENT_WORDS = 4;

/** What a frame needs kernels for. */
export interface GeometryNeeds {
  readonly orthographic: boolean;
  readonly smooth: boolean;
  /** Tiles along each side of the light's bins; undefined without shadows. */
  readonly lightTiles: number | undefined;
}

export interface GeometryKernels {
  readonly surface: GPUComputePipeline;
  readonly surfaceNormals: GPUComputePipeline | undefined;
  readonly normals: GPUComputePipeline | undefined;
  readonly points: GPUComputePipeline;
  readonly bounds: GPUComputePipeline;
  readonly light: Readonly<Record<'firstExtent' | 'lastExtent' | 'bounds', GPUComputePipeline>> | undefined;
}

export async function loadGeometryKernels(
  { kernels }: Gpu,
  { orthographic, smooth, lightTiles }: GeometryNeeds,
): Promise<GeometryKernels> {
  const get = kernels.get.bind(kernels);
  const [surface, surfaceNormals, normals, points, bounds, firstExtent, lastExtent, lightBounds] = await Promise.all([
    get('cast/mesh/surface.wgsl'),
    smooth ? get('cast/mesh/surface.wgsl', { conditions: { normals: true } }) : undefined,
    smooth ? get('cast/mesh/normals.wgsl') : undefined,
    get('cast/mesh/points.wgsl'),
    get('cast/mesh/bounds.wgsl', { conditions: { orthographic } }),
    lightTiles ? get('cast/light/fit_extent.wgsl') : undefined,
    lightTiles
      ? get('cast/light/fit_extent.wgsl', { conditions: { last: true }, constants: { tiles: lightTiles } })
      : undefined,
    lightTiles ? get('cast/mesh/bounds.wgsl', { conditions: { light: true } }) : undefined,
  ]);
  const light = firstExtent && lastExtent && lightBounds ? { firstExtent, lastExtent, bounds: lightBounds } : undefined;
  return { surface, surfaceNormals, normals, points, bounds, light };
}

type Buffers = Readonly<Record<'points' | 'triangles' | 'bounds' | 'normalSums' | 'rectangles' | 'skipped', GPUBuffer>>;

export class MeshGeometry {
  readonly arena: MeshArena;
  /** Whether it has room for a light's view. */
  readonly withLight: boolean;
  /** `MeshTriangle`s of the camera's view, then those of the light's. */
  readonly triangles: GPUBuffer;
  /** `ItemBounds` of the triangles in the view that was encoded last. */
  readonly bounds: GPUBuffer;
  /** Its first word is the number of triangles that cannot be drawn. */
  readonly skipped: GPUBuffer;
  /** A `LightExtent`, for binding as uniforms. */
  readonly lightExtent: GPUBuffer;
  readonly #gpu: Gpu;
  readonly #buffers: Buffers;
  /** A `MeshPart` each. */
  readonly #parts: ReadonlyMap<MeshPart, GPUBuffer>;
  #surfaceIsKnown = false;
  #normalsAreKnown = false;

  private constructor(gpu: Gpu, arena: MeshArena, withLight: boolean, buffers: Buffers) {
    this.#gpu = gpu;
    this.arena = arena;
    this.withLight = withLight;
    this.#buffers = buffers;
    this.triangles = buffers.triangles;
    this.bounds = buffers.bounds;
    this.skipped = buffers.skipped;
    const create = (label: string, size: number, usage: number) => gpu.device.createBuffer({ label, size, usage });
    const { STORAGE, UNIFORM, COPY_DST } = BUFFER_USAGE;
    this.lightExtent = create('meshes.light-extent', LIGHT_EXTENT_SIZE_BYTES, STORAGE | UNIFORM);
    this.#parts = new Map(
      arena.parts.map((part) => [part, create('meshes.part', MESH_PART_SIZE_BYTES, UNIFORM | COPY_DST)]),
    );
  }

  /** @throws InputError for more than the adapter has buffers for, DeviceError where it has no memory. */
  static async create(gpu: Gpu, arena: MeshArena, withLight: boolean): Promise<MeshGeometry> {
    const buffers = await allocateStorage(gpu, 'meshes', {
      points: POINT_WORDS * arena.vertexCount,
      triangles: (withLight ? 2 : 1) * MESH_TRIANGLE_WORDS * arena.triangleCount,
      bounds: ITEM_BOUNDS_WORDS * arena.triangleCount,
      normalSums: 3 * arena.vertexCount,
      rectangles: EXTENT_WORDS * EXTENT_WORKGROUPS,
      skipped: 1,
    });
    return new MeshGeometry(gpu, arena, withLight, buffers);
  }

  /** Tells the kernels where the eye is. */
  placeEye(eye: Vec3): void {
    for (const [part, uniforms] of this.#parts) {
      this.#gpu.device.queue.writeBuffer(uniforms, 0, packMeshPart(part, part.mesh.origin, eye));
    }
  }

  /** Whether `encodeSurface` has anything to do. */
  needsSurface({ moved }: Pose, smooth: boolean): boolean {
    return moved || !this.#surfaceIsKnown || (smooth && !this.#normalsAreKnown);
  }

  /** Encodes what follows from positions alone, and keeps until they move. Clear `skipped` before. */
  encodeSurface(pass: GPUComputePassEncoder, kernels: GeometryKernels, { withoutNormals }: Pose): void {
    const { normalSums, skipped } = this.#buffers;
    const { vertices, faces } = this.arena;
    for (const [part, uniforms] of this.#parts) {
      const bound = [uniforms, vertices, faces, skipped];
      if (kernels.surfaceNormals && kernels.normals && withoutNormals.includes(part)) {
        encodeLoop(this.#gpu, pass, kernels.surfaceNormals, [...bound, normalSums], part.triangles);
        encodeLoop(this.#gpu, pass, kernels.normals, [uniforms, vertices, normalSums], part.vertices);
      } else {
        encodeLoop(this.#gpu, pass, kernels.surface, bound, part.triangles);
      }
    }
    this.#surfaceIsKnown = true;
    this.#normalsAreKnown = kernels.normals !== undefined;
  }

  /** Encodes the triangles and their bounds as the camera sees them. */
  encodeCameraView(pass: GPUComputePassEncoder, kernels: GeometryKernels, view: GPUBuffer): void {
    this.#encodePoints(pass, kernels, view);
    this.#encodeBounds(pass, kernels.bounds, view, undefined);
  }

  /** The same for a light, with tiles that cover all vertices. */
  encodeLightView(pass: GPUComputePassEncoder, kernels: GeometryKernels, view: GPUBuffer): void {
    const { points, rectangles } = this.#buffers;
    if (!kernels.light) return;
    this.#encodePoints(pass, kernels, view);
    encodeKernel(this.#gpu, pass, kernels.light.firstExtent, [points, rectangles], EXTENT_WORKGROUPS);
    encodeKernel(this.#gpu, pass, kernels.light.lastExtent, [rectangles, this.lightExtent], 1);
    this.#encodeBounds(pass, kernels.light.bounds, view, this.lightExtent);
  }

  #encodePoints(pass: GPUComputePassEncoder, { points: kernel }: GeometryKernels, view: GPUBuffer): void {
    for (const [part, uniforms] of this.#parts) {
      const bound = [view, uniforms, this.arena.vertices, this.#buffers.points];
      encodeLoop(this.#gpu, pass, kernel, bound, part.vertices);
    }
  }

  #encodeBounds(
    pass: GPUComputePassEncoder,
    kernel: GPUComputePipeline,
    view: GPUBuffer,
    extent: GPUBuffer | undefined,
  ): void {
    const { points, triangles, bounds } = this.#buffers;
    const bound = [view, extent, this.arena.faces, points, triangles, bounds];
    encodeLoop(this.#gpu, pass, kernel, bound, this.arena.triangleCount);
  }

  destroy(): void {
    for (const resource of [...Object.values(this.#buffers), ...this.#parts.values(), this.lightExtent]) {
      resource.destroy();
    }
  }
}
