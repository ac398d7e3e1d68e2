/** The uniform buffers of a frame and their contents. */
import { type Camera, cameraBasis } from '../../camera/camera.js';
import type { Gpu } from '../../gpu/gpu.js';
import { offsetOf, sizeBytesOf } from '../../gpu/shaders/structs.js';
import { UniformWriter } from '../../gpu/uniform-writer.js';
import { BUFFER_USAGE } from '../../gpu/usages.js';
import { resolveLights } from '../../transfer/light/lights.js';
import { packFusedUniforms } from '../fused/uniforms.js';
import { packLightUniforms } from '../light/uniforms.js';
import type { ResidentMeshes } from '../mesh/mesh-store.js';
import {
  describeAppearance,
  describeCameraView,
  describeLightView,
  type LightView,
  packMeshSpaceUniforms,
  toCameraSpace,
  viewUnit,
} from '../mesh/uniforms.js';
import type { packPathUniforms } from '../path/uniforms.js';
import type { Cull, VolumeScene } from '../scene.js';
import type { MeshSettings, SceneParts } from '../scene-parts.js';
import type { Settings } from '../settings.js';
import { packCuts } from '../volume/cuts.js';
import { MAX_PLANES } from '../volume/planes.js';
import type { ResidentVolume } from '../volume/resident/volume-store.js';
import { describeVolumeUniforms } from '../volume/uniforms.js';
import type { ResidentScene } from './frame-store.js';
import { describeImage } from './image-uniforms.js';
import type { FramePlan } from './plan-frame.js';

/** `cull` of a `MeshView`. */
const CULL_SIGNS: Readonly<Record<Cull, number>> = { none: 0, back: 1, front: -1 };

interface FrameContent {
  readonly parts: SceneParts;
  readonly camera: Camera;
  readonly settings: Settings;
  readonly plan: Pick<FramePlan, 'grid' | 'light' | 'rays' | 'sampling'>;
  readonly resident: ResidentScene;
  /** Frames that accumulate, this one included. */
  readonly frames: number;
}

export class FrameUniforms {
  readonly image: GPUBuffer;
  readonly volume: GPUBuffer;
  /** The `VolumeFrame` of a preview that light goes through. */
  readonly preview: GPUBuffer;
  readonly planes: GPUBuffer;
  readonly lightView: GPUBuffer;
  readonly appearance: GPUBuffer;
  readonly lights: GPUBuffer;
  /** `PathFrame` and `Cuts`, which only paths of light need. */
  readonly path: GPUBuffer;
  readonly cuts: GPUBuffer;
  /** `FusedVolumes`, and those of the previews that light goes through. */
  readonly fused: GPUBuffer;
  readonly fusedPreviews: GPUBuffer;
  readonly #writer: UniformWriter;

  constructor({ device }: Gpu) {
    this.#writer = new UniformWriter(device);
    const create = (label: string, size: number) =>
      device.createBuffer({ label, size, usage: BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST });
    this.image = create('frame.image', sizeBytesOf('Image'));
    this.volume = create('frame.volume', sizeBytesOf('VolumeFrame'));
    this.preview = create('frame.preview', sizeBytesOf('VolumeFrame'));
    this.planes = create('frame.planes', MAX_PLANES * sizeBytesOf('Plane'));
    this.lightView = create('frame.light-view', sizeBytesOf('MeshView'));
    this.appearance = create('frame.appearance', sizeBytesOf('MeshAppearance'));
    this.lights = create('frame.lights', sizeBytesOf('SceneLights'));
    this.path = create('frame.path', sizeBytesOf('PathFrame'));
    this.cuts = create('frame.cuts', sizeBytesOf('Cuts'));
    this.fused = create('frame.fused', sizeBytesOf('FusedVolumes'));
    this.fusedPreviews = create('frame.fused-previews', sizeBytesOf('FusedVolumes'));
  }

  /** @param packPath for frames of paths alone, whose code others do not load. */
  write(content: FrameContent, packPath: typeof packPathUniforms | undefined): void {
    const { parts, camera, settings, plan, resident, frames } = content;
    const { grid, light, rays } = plan;
    const image = describeImage(settings, parts.background, resident.output.layout, grid, frames);
    this.#writer.writeStruct(this.image, 'Image', image);
    if (parts.volume && resident.volume) {
      const { frame, planes } = describeVolumeUniforms(
        parts.volume,
        camera,
        settings,
        resident.volume,
        viewUnit(camera),
      );
      this.#writer.write(this.volume, frame);
      this.#writer.write(this.planes, planes);
      const { preview } = resident.volume;
      if (preview) {
        const coarse = { ...resident.volume, ...preview, grid: preview.volume.resident };
        const described = describeVolumeUniforms(parts.volume, camera, settings, coarse, viewUnit(camera));
        this.#writer.write(this.preview, described.frame);
        this.#writeFused(this.fusedPreviews, parts.volume, settings, coarse);
      }
      this.#writeFused(this.fused, parts.volume, settings, resident.volume);
    }
    if (packPath) this.#writePath(content, packPath);
    if (light) {
      const tree = rays?.traced ? resident.meshes?.tree?.space : undefined;
      this.#writer.write(this.lights, packLightUniforms(light, resident.volume?.grid, camera, tree));
    }
    if (parts.meshes && resident.meshes) this.#writeMeshes(parts.meshes, camera, settings, resident.meshes);
  }

  #writeFused(buffer: GPUBuffer, scene: VolumeScene, settings: Settings, resident: ResidentVolume): void {
    if (scene.fused?.length) this.#writer.write(buffer, packFusedUniforms(scene, settings, resident));
  }

  #writePath(
    { parts, camera, settings, plan, resident, frames }: FrameContent,
    packPath: typeof packPathUniforms,
  ): void {
    const { volume } = parts;
    const geometry = resident.volume?.grid;
    const medium = volume &&
      geometry &&
      plan.sampling && {
        scene: volume,
        geometry,
        table: plan.sampling.transferTable,
        fusedTables: plan.sampling.fusedTables,
        brickSide: resident.volume!.volume.brickSide,
      };
    const fields = {
      medium,
      environment: parts.environment,
      showsEnvironment: parts.showsEnvironment,
      shadowCatcher: parts.shadowCatcher,
      environmentDensity: resident.environment?.density ?? 0,
      tree: resident.meshes?.tree?.space,
    };
    this.#writer.write(this.path, packPath(fields, camera, settings, frames));
    if (volume && geometry) this.#writer.write(this.cuts, packCuts(geometry, volume.clip ?? []));
  }

  /** Which tile the next dispatches begin with; 0 for all of them. */
  writeFirstTile(tile: number): void {
    this.#writer.writePart(this.image, offsetOf('Image', 'first_tile'), new Uint32Array([tile]));
  }

  /** The rows that the next dispatches cast of a volume in pages, for the first time or again. */
  writeStrip(firstRow: number, endRow: number, isFirstRound: boolean): void {
    const fields = new Uint32Array([firstRow, endRow, Number(isFirstRound)]);
    this.#writer.writePart(this.image, offsetOf('Image', 'first_row'), fields);
  }

  #writeMeshes(
    part: MeshSettings,
    camera: Camera,
    settings: Settings,
    { geometry, lightBinner, tree }: ResidentMeshes,
  ): void {
    const { width, height, samplesPerPixel, accumulate } = settings;
    const { arena } = geometry;
    const { vertexCount: vertices, triangleCount: triangles } = arena;
    const cull = CULL_SIGNS[part.cull];
    const supersample = samplesPerPixel > 1 || accumulate;
    const view = describeCameraView(camera, { width, height, vertices, triangles, cull, supersample });
    geometry.writeView(view, camera.eye);
    const light = this.#writeLight(part, camera, lightBinner, { vertices, triangles });
    const appearance = describeAppearance(part, arena, light, tree?.space.unit ?? 1);
    this.#writer.writeStruct(this.appearance, 'MeshAppearance', appearance);
    if (tree) this.#writer.write(tree.uniforms, packMeshSpaceUniforms(tree.space, camera));
  }

  #writeLight(
    { shading: { light } }: MeshSettings,
    camera: Camera,
    binner: ResidentMeshes['lightBinner'],
    content: { readonly vertices: number; readonly triangles: number },
  ): LightView | undefined {
    if (!binner) return undefined;
    const toLight = resolveLights(light, cameraBasis(camera)).find((one) => one.toLight)?.toLight;
    if (!toLight) return undefined;
    const { width, height, slabs, columns: tiles } = binner.grid;
    const view = describeLightView(camera, toLight, { width, height, ...content });
    this.#writer.writeStruct(this.lightView, 'MeshView', view);
    return {
      right: toCameraSpace(camera, view.right),
      up: toCameraSpace(camera, view.up),
      forward: toCameraSpace(camera, view.forward),
      slabs,
      tiles,
      firstTriangle: view.first_triangle,
    };
  }

  destroy(): void {
    for (const buffer of [
      this.image,
      this.volume,
      this.preview,
      this.planes,
      this.lightView,
      this.appearance,
      this.lights,
      this.path,
      this.cuts,
      this.fused,
      this.fusedPreviews,
    ])
      buffer.destroy();
  }
}
