/** Renders meshes by casting rays, binned anew in every frame: one that deforms costs what a rigid one does. */
import type { Camera } from '../camera/camera.js';
import type { Gpu } from '../gpu/gpu.js';
import { PassTimer } from '../gpu/timer.js';
import { createShading } from '../transfer/shading.js';
import type { Pose } from './mesh-arena.js';
import { type CastKernel, encodeMeshCast, loadCastKernel } from './mesh-cast.js';
import { MeshFrameUniforms } from './mesh-frame.js';
import { type GeometryKernels, loadGeometryKernels } from './mesh-geometry.js';
import { planLightGrid, planMeshFrame } from './mesh-plan.js';
import { type FrameResidents, MeshResidents } from './mesh-residents.js';
import {
  checkMeshFrame,
  MESH_RENDER_DEFAULTS,
  MESH_SCENE_DEFAULTS,
  type MeshFrame,
  type MeshRenderOptions,
  type MeshScene,
  type MeshSettings,
} from './mesh-scene.js';

interface FrameWork {
  readonly residents: FrameResidents;
  readonly pose: Pose;
  readonly smooth: boolean;
  readonly geometryKernels: GeometryKernels;
  readonly castKernel: CastKernel;
}

export class MeshPass {
  readonly gpu: Gpu;
  readonly #timer: PassTimer;
  readonly #residents: MeshResidents;
  readonly #uniforms: MeshFrameUniforms;
  /** Frames share buffers, so one follows another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(gpu: Gpu) {
    this.gpu = gpu;
    this.#timer = new PassTimer(gpu);
    this.#residents = new MeshResidents(gpu);
    this.#uniforms = new MeshFrameUniforms(gpu);
  }

  /**
   * Renders `scene` as `camera` sees it.
   * @throws InputError for a scene or options that cannot be, DeviceError if the device failed: then there are no pixels.
   */
  render(scene: MeshScene, camera: Camera, options: MeshRenderOptions = {}): Promise<MeshFrame> {
    const frame = this.#last.then(() => this.#render(scene, camera, { ...MESH_RENDER_DEFAULTS, ...options }));
    this.#last = frame.catch(() => undefined);
    return frame;
  }

  async #render(asked: MeshScene, camera: Camera, settings: MeshSettings): Promise<MeshFrame> {
    const scene = { ...MESH_SCENE_DEFAULTS, shading: createShading(), ...asked };
    checkMeshFrame(scene, settings, this.gpu.device.limits);
    const plan = planMeshFrame(this.gpu, settings);
    const headlight = scene.shading.light === 'headlight';
    const lightGrid = scene.shadows && !headlight ? planLightGrid() : undefined;
    const { smooth } = scene;
    const orthographic = camera.projection === 'orthographic';

    const residents = await this.#residents.load(scene, settings, plan.grid, lightGrid);
    const { arena } = residents.geometry;
    const shadows = lightGrid !== undefined;
    const [geometryKernels, castKernel] = await Promise.all([
      loadGeometryKernels(this.gpu, { orthographic, smooth, lightTiles: lightGrid?.columns }),
      loadCastKernel(this.gpu, plan, arena, { ...settings, orthographic, smooth, shadows, headlight }),
    ]);
    this.#uniforms.write({ scene, camera, settings, residents });
    const pose = arena.pose(scene.meshes);
    return this.#draw({ residents, pose, smooth, geometryKernels, castKernel }, settings);
  }

  /** Draws a frame; where its bins have no room for all triangles, they grow, and it is drawn again. */
  async #draw(work: FrameWork, settings: MeshSettings): Promise<MeshFrame> {
    const { binner, lightBinner, output } = work.residents;
    for (;;) {
      this.#timer.begin(settings.timestamps);
      this.#submit(work);
      const times = await this.#timer.collect();
      const { counts, lightCounts, skipped, rti, ...images } = await output.read(work.residents);
      const grown = await Promise.all([
        binner.makeRoom(counts),
        lightBinner && lightCounts ? lightBinner.makeRoom(lightCounts) : false,
      ]);
      if (grown.includes(true)) continue;
      const { width, height } = settings;
      const { grid } = binner;
      const stats = {
        triangles: counts.items,
        trianglesSkipped: skipped,
        tiles: grid.columns * grid.rows,
        tile: { width: grid.tileWidth, height: grid.tileHeight },
        slabs: grid.slabs,
        binItems: counts.pairs,
        lightBinItems: lightCounts?.pairs ?? 0,
        rti,
        ...times,
      };
      return { width, height, ...images, stats };
    }
  }

  #submit({ residents, pose, smooth, geometryKernels, castKernel }: FrameWork): void {
    const { geometry, binner, lightBinner, output } = residents;
    const { device } = this.gpu;
    const encoder = device.createCommandEncoder({ label: 'meshes' });
    const encodePass = (name: string, encode: (pass: GPUComputePassEncoder) => void) => {
      const pass = encoder.beginComputePass(this.#timer.describePass(name));
      encode(pass);
      pass.end();
    };
    if (geometry.needsSurface(pose, smooth)) {
      encoder.clearBuffer(geometry.skipped);
      encodePass('surface', (pass) => geometry.encodeSurface(pass, geometryKernels, pose));
    }
    const { view, lightView } = this.#uniforms;
    encodePass('project', (pass) => geometry.encodeCameraView(pass, geometryKernels, view));
    encodePass('bin', (pass) => binner.encode(pass, geometry.bounds));
    if (lightBinner) {
      encodePass('project light', (pass) => geometry.encodeLightView(pass, geometryKernels, lightView));
      encodePass('bin light', (pass) => lightBinner.encode(pass, geometry.bounds));
    }
    encodePass('cast', (pass) => encodeMeshCast(this.gpu, pass, castKernel, this.#uniforms, residents));
    this.#timer.resolve(encoder);
    output.copy(encoder, { binner, lightBinner, skipped: geometry.skipped });
    device.queue.submit([encoder.finish()]);
  }

  destroy(): void {
    this.#residents.destroy();
    this.#uniforms.destroy();
  }
}
