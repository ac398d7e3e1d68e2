/** Encodes the passes over triangles before binning: which can be drawn, and where they are in a view. */

import { type ByAdapter, chooseByAdapter } from '../../gpu/adapter-traits.js';
import { allocateStorage } from '../../gpu/allocate-storage.js';
import type { Resource } from '../../gpu/bind-groups.js';
import { encodeKernel } from '../../gpu/encode-kernel.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { Kernel } from '../../gpu/kernels.js';
import { packStructAt, type Struct, type StructName, sizeBytesOf, wordsOf } from '../../gpu/shaders/structs.js';
import { UniformWriter } from '../../gpu/uniform-writer.js';
import { BUFFER_USAGE } from '../../gpu/usages.js';
import type { Vec3 } from '../../math/vec3.js';
import { encodeLoop } from '../../split/encode-loop.js';
import type { MeshArena, Pose } from './arena.js';
import type { MeshPart } from './mesh-part.js';
import { describeMeshPart } from './uniforms.js';

const POINT_WORDS = 4;
const EXTENT_WORKGROUPS = 256;
/** Invocations of a workgroup that fits a light's view to some points, and of the last one: what barriers divide compiles slowly on the CPU. */
const EXTENT_WIDTHS: ByAdapter<Readonly<Record<'each' | 'last', number>>> = {
  gpu: { each: 64, last: 64 },
  llvmpipe: { each: 8, last: 1 },
  swiftshader: { each: 4, last: 1 },
};
const EXTENT_WORDS = 4;
/** Bytes from one uniform to the next: at such offsets every adapter binds them. */
const UNIFORM_STRIDE = 256;

/** The purposes that a frame needs kernels for. */
export interface GeometryNeeds {
  readonly orthographic: boolean;
  /** As `findNormalNeeds` says. */
  readonly summed: boolean;
  readonly unsummed: boolean;
  /** Tiles along each side of the light's bins; undefined without shadows. */
  readonly lightTiles: number | undefined;
}

interface LightKernels {
  readonly rectangles: Kernel<'cast/mesh/geometry/fit_rectangles.wgsl'>;
  readonly extent: Kernel<'cast/mesh/geometry/fit_extent.wgsl'>;
  readonly bounds: Kernel<'cast/mesh/light_bounds.wgsl'>;
}

export interface GeometryKernels {
  readonly surface: Kernel<'cast/mesh/geometry/surface.wgsl'> | undefined;
  readonly surfaceNormals: Kernel<'cast/mesh/geometry/surface_normals.wgsl'> | undefined;
  readonly normals: Kernel<'cast/mesh/geometry/normals.wgsl'> | undefined;
  readonly points: Kernel<'cast/mesh/geometry/points.wgsl'>;
  readonly bounds: Kernel<'cast/mesh/bounds.wgsl'>;
  readonly light: LightKernels | undefined;
}

export async function loadGeometryKernels(
  { kernels, traits }: Gpu,
  { orthographic, summed, unsummed, lightTiles }: GeometryNeeds,
): Promise<GeometryKernels> {
  const get = kernels.get.bind(kernels);
  const { each, last } = chooseByAdapter(traits, EXTENT_WIDTHS);
  const [surface, surfaceNormals, normals, points, bounds, rectangles, extent, lightBounds] = await Promise.all([
    unsummed ? get('cast/mesh/geometry/surface.wgsl') : undefined,
    summed ? get('cast/mesh/geometry/surface_normals.wgsl') : undefined,
    summed ? get('cast/mesh/geometry/normals.wgsl') : undefined,
    get('cast/mesh/geometry/points.wgsl'),
    get('cast/mesh/bounds.wgsl', { constants: { orthographic: orthographic ? 1 : undefined } }),
    lightTiles ? get('cast/mesh/geometry/fit_rectangles.wgsl', { constants: { width: each } }) : undefined,
    lightTiles
      ? get('cast/mesh/geometry/fit_extent.wgsl', { constants: { width: last, tiles: lightTiles } })
      : undefined,
    lightTiles ? get('cast/mesh/light_bounds.wgsl') : undefined,
  ]);
  const light = rectangles && extent && lightBounds ? { rectangles, extent, bounds: lightBounds } : undefined;
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
  /** The `MeshView` of the camera. */
  readonly cameraView: GPUBufferBinding;
  /** The camera's view and then the parts, in one buffer: each write takes a driver about 0.02 ms. */
  readonly #uniforms: GPUBuffer;
  readonly #writer: UniformWriter;
  /** A `MeshPart` each. */
  readonly #parts: readonly { readonly part: MeshPart; readonly uniforms: GPUBufferBinding }[];
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
    this.lightExtent = create('meshes.light-extent', sizeBytesOf('LightExtent'), STORAGE | UNIFORM);
    this.#uniforms = create('meshes.view', UNIFORM_STRIDE * (1 + arena.parts.length), UNIFORM | COPY_DST);
    this.#writer = new UniformWriter(gpu.device);
    const uniformsAt = (slot: number, name: StructName) => ({
      buffer: this.#uniforms,
      offset: UNIFORM_STRIDE * slot,
      size: sizeBytesOf(name),
    });
    this.cameraView = uniformsAt(0, 'MeshView');
    this.#parts = arena.parts.map((part, index) => ({ part, uniforms: uniformsAt(1 + index, 'MeshPart') }));
  }

  /** @throws InputError for more than the adapter has buffers for, DeviceError where it has no memory. */
  static async create(gpu: Gpu, arena: MeshArena, withLight: boolean): Promise<MeshGeometry> {
    const buffers = await allocateStorage(gpu, 'meshes', {
      points: POINT_WORDS * arena.vertexCount,
      triangles: (withLight ? 2 : 1) * wordsOf('MeshTriangle') * arena.triangleCount,
      bounds: wordsOf('ItemBounds') * arena.triangleCount,
      normalSums: 3 * arena.vertexCount,
      rectangles: EXTENT_WORDS * EXTENT_WORKGROUPS,
      skipped: 1,
    });
    return new MeshGeometry(gpu, arena, withLight, buffers);
  }

  /** Sets the camera for the kernels. */
  writeView(view: Struct<'MeshView'>, eye: Vec3): void {
    this.#writer.pack(this.#uniforms, (bytes) => {
      packStructAt(bytes, 0, 'MeshView', view);
      for (const { part, uniforms } of this.#parts) {
        packStructAt(bytes, uniforms.offset!, 'MeshPart', describeMeshPart(part, part.origin, eye));
      }
    });
  }

  /** Whether `encodeSurface` has anything to do. */
  needsSurface({ moved, replaced }: Pose, smooth: boolean): boolean {
    return moved || replaced || !this.#surfaceIsKnown || (smooth && !this.#normalsAreKnown);
  }

  /** Encodes what follows from positions alone, and keeps until they move. Clear `skipped` before. */
  encodeSurface(
    pass: GPUComputePassEncoder,
    kernels: GeometryKernels,
    { transformed, withoutNormals }: Pose,
    smooth: boolean,
  ): void {
    const { normalSums, skipped } = this.#buffers;
    const { vertices, faces } = this.arena;
    for (const { transform, withNormals } of transformed) transform.encode(pass, vertices, withNormals);
    for (const { part, uniforms } of this.#parts) {
      const resources = { part: uniforms, vertices, faces, skipped, normal_sums: normalSums };
      if (kernels.surfaceNormals && kernels.normals && withoutNormals.includes(part)) {
        encodeLoop(this.#gpu, pass, kernels.surfaceNormals, resources, part.triangles);
        encodeLoop(this.#gpu, pass, kernels.normals, resources, part.vertices);
      } else {
        encodeLoop(this.#gpu, pass, kernels.surface!, resources, part.triangles);
      }
    }
    this.#surfaceIsKnown = true;
    this.#normalsAreKnown = smooth;
  }

  /** Encodes the triangles and their bounds as the camera sees them. */
  encodeCameraView(pass: GPUComputePassEncoder, kernels: GeometryKernels): void {
    this.#encodePoints(pass, kernels, this.cameraView);
    encodeLoop(this.#gpu, pass, kernels.bounds, this.#toBound(this.cameraView), this.arena.triangleCount);
  }

  /** Encodes the view of a light, with tiles that cover all vertices. */
  encodeLightView(pass: GPUComputePassEncoder, kernels: GeometryKernels, view: GPUBuffer): void {
    const { points, rectangles } = this.#buffers;
    if (!kernels.light) return;
    this.#encodePoints(pass, kernels, view);
    encodeKernel(this.#gpu, pass, kernels.light.rectangles, { points, rectangles }, EXTENT_WORKGROUPS);
    encodeKernel(this.#gpu, pass, kernels.light.extent, { rectangles, extent: this.lightExtent }, 1);
    const resources = { ...this.#toBound(view), extent: this.lightExtent };
    encodeLoop(this.#gpu, pass, kernels.light.bounds, resources, this.arena.triangleCount);
  }

  #encodePoints(pass: GPUComputePassEncoder, { points: kernel }: GeometryKernels, view: Resource): void {
    for (const { part, uniforms } of this.#parts) {
      const resources = { view, part: uniforms, vertices: this.arena.vertices, points: this.#buffers.points };
      encodeLoop(this.#gpu, pass, kernel, resources, part.vertices);
    }
  }

  /** Resources of the kernels that bound triangles in a view. */
  #toBound(view: Resource) {
    const { points, triangles, bounds } = this.#buffers;
    return { view, faces: this.arena.faces, points, triangles, bounds };
  }

  destroy(): void {
    for (const resource of [...Object.values(this.#buffers), this.#uniforms, this.lightExtent]) {
      resource.destroy();
    }
  }
}
