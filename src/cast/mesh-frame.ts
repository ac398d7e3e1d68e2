/** The uniform buffers of a frame of meshes, and what is written to them. */
import type { Camera } from '../camera/camera.js';
import { BUFFER_USAGE } from '../gpu/constants.js';
import type { Gpu } from '../gpu/gpu.js';
import { MAX_SUBPIXELS, subpixelOffsets } from '../math/subpixels.js';
import type { Vec3 } from '../math/vec3.js';
import type { TileGrid } from '../tiles/tile-grid.js';
import { SHADOW_OFFSET } from '../transfer/shading.js';
import type { FrameResidents } from './mesh-residents.js';
import type { Cull, MeshSettings, ShadedMeshScene } from './mesh-scene.js';
import {
  describeCameraView,
  describeLightView,
  describeSurface,
  MESH_LOOK_SIZE_BYTES,
  MESH_VIEW_SIZE_BYTES,
  packMeshLook,
  packMeshView,
  turnToCamera,
} from './mesh-uniforms.js';

/** `cull` of a `MeshView`. */
const CULL_SIGNS: Readonly<Record<Cull, number>> = { none: 0, back: 1, front: -1 };

const WORDS_PER_SUBPIXEL = 4;
const NOWHERE: Vec3 = [0, 0, 0];

interface MeshFrameContent {
  readonly scene: ShadedMeshScene;
  readonly camera: Camera;
  readonly settings: MeshSettings;
  readonly residents: FrameResidents;
}

export class MeshFrameUniforms {
  readonly view: GPUBuffer;
  readonly lightView: GPUBuffer;
  readonly look: GPUBuffer;
  /** A vec4f each, of which the last two numbers count for nothing. */
  readonly subpixels: GPUBuffer;
  readonly #queue: GPUQueue;

  constructor({ device }: Gpu) {
    this.#queue = device.queue;
    const create = (label: string, size: number) =>
      device.createBuffer({ label, size, usage: BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST });
    this.view = create('meshes.view', MESH_VIEW_SIZE_BYTES);
    this.lightView = create('meshes.light-view', MESH_VIEW_SIZE_BYTES);
    this.look = create('meshes.look', MESH_LOOK_SIZE_BYTES);
    this.subpixels = create('meshes.subpixels', 4 * WORDS_PER_SUBPIXEL * MAX_SUBPIXELS);
  }

  write({ scene, camera, settings, residents }: MeshFrameContent): void {
    const { width, height, samplesPerPixel } = settings;
    const { geometry, lightBinner, output } = residents;
    const { vertexCount: vertices, triangleCount: triangles, firstNormal, firstColor } = geometry.arena;
    geometry.placeEye(camera.eye);
    const supersample = samplesPerPixel > 1;
    const cull = CULL_SIGNS[scene.cull];
    const view = describeCameraView(camera, { width, height, vertices, triangles, cull, supersample });
    this.#queue.writeBuffer(this.view, 0, packMeshView(view));
    const light = this.#writeLight(scene, camera, lightBinner?.grid, { vertices, triangles });
    const look = packMeshLook({
      ...describeSurface(scene.shading, scene.background),
      ...light,
      color: scene.meshColor,
      samples: samplesPerPixel,
      shadow_offset: SHADOW_OFFSET,
      first_normal: firstNormal,
      first_color: firstColor,
      first_id: output.firstId,
      first_distance: output.firstDistance,
      first_tests: output.firstTests,
    });
    this.#queue.writeBuffer(this.look, 0, look);
    const offsets = subpixelOffsets(samplesPerPixel).flatMap((offset) => [...offset, 0, 0]);
    this.#queue.writeBuffer(this.subpixels, 0, Float32Array.from(offsets));
  }

  /** Returns the fields of `MeshLook` that tell of it. */
  #writeLight(
    { shading: { light } }: ShadedMeshScene,
    camera: Camera,
    grid: TileGrid | undefined,
    content: { readonly vertices: number; readonly triangles: number },
  ) {
    if (!grid || light === 'headlight') {
      return {
        light_right: NOWHERE,
        light_up: NOWHERE,
        light_forward: NOWHERE,
        light_slabs: 0,
        light_tiles: 0,
        light_triangles: 0,
      };
    }
    const view = describeLightView(camera, light, { width: grid.width, height: grid.height, ...content });
    this.#queue.writeBuffer(this.lightView, 0, packMeshView(view));
    return {
      light_right: turnToCamera(camera, view.right),
      light_up: turnToCamera(camera, view.up),
      light_forward: turnToCamera(camera, view.forward),
      light_slabs: grid.slabs,
      light_tiles: grid.columns,
      light_triangles: view.first_triangle,
    };
  }

  destroy(): void {
    for (const buffer of [this.view, this.lightView, this.look, this.subpixels]) buffer.destroy();
  }
}
