/** Prepares a frame for encoding: plans it, uploads new data, compiles its kernels and writes its uniforms. */
import { type Camera, cameraBasis } from '../../camera/camera.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { PassTimer, PassTimes } from '../../gpu/timer.js';
import { invert, transformPoint, transformVector } from '../../math/affine.js';
import { mapVec3 } from '../../math/vec3.js';
import type { PageView } from '../../paged/pages/page-grid.js';
import { ShapeSequence, type ShapeSequenceOptions } from '../../shapes/shape-sequence.js';
import { meanLight } from '../../transfer/light/environment.js';
import { showLight } from '../../transfer/light/tone.js';
import type { Volume } from '../../volume/volume.js';
import type { LightStore, ResidentLight } from '../light/light-store.js';
import { loadOnce } from '../load-once.js';
import { NO_HISTORY } from '../mesh/mesh-history.js';
import { findNormalNeeds } from '../mesh/normal-needs.js';
import type { Residency } from '../paged/residency.js';
import { isPanoramaName, loadBuiltIn } from '../path/load-built-in.js';
import type { Scene } from '../scene.js';
import { type SceneParts, takeApart } from '../scene-parts.js';
import type { Settings } from '../settings.js';
import { Accumulation } from '../target/accumulation.js';
import { outputNeeds } from '../target/outputs.js';
import type { ReadVoxels } from '../volume/resident/stage-voxels.js';
import type { UploadOptions } from '../volume/resident/texture.js';
import { castResources, depthVariant, loadCastKernel, volumeResources } from './cast-kernel.js';
import { directionsOf, type FrameWork } from './encode-frame.js';
import { FrameStore, type ResidentScene } from './frame-store.js';
import { type FramePlan, planFrame } from './plan-frame.js';
import { ruleAdapterOf } from './rule-adapter.js';
import { settleAll } from './settle-all.js';
import { FrameUniforms } from './uniforms.js';

/** A frame as a caller asked for it, complete and checked. */
export interface FrameRequest {
  readonly scene: Scene;
  readonly camera: Camera;
  readonly settings: Settings;
  /** Throws an InputError where the scene can no longer be rendered: its arrays may be given away meanwhile. */
  readonly check: () => void;
}

/** A frame that is ready to be encoded. */
export interface PreparedFrame extends FrameWork {
  readonly camera: Camera;
  readonly parts: SceneParts;
  readonly settings: Settings;
  /** Frames that accumulate, this one included. */
  readonly frames: number;
}

const loadStyles = loadOnce(() => import('../mesh/styles.js'));
const loadPathUniforms = loadOnce(() => import('../path/uniforms.js'));

/** The parts of a scene, with the light around it where it is seen: others do not wait. */
async function completeParts(scene: Scene, camera: Camera, settings: Settings): Promise<SceneParts> {
  const stylesOf = 'meshes' in scene ? (await loadStyles()).assignStyles : undefined;
  const { lamps, ...parts } = takeApart(scene, stylesOf);
  const { environment: named, background } = parts;
  const isPath = settings.quality === 'path';
  const isSeen = background === 'environment';
  const loaded = !isPanoramaName(named) ? named : isPath || isSeen ? await loadBuiltIn(named) : 'studio';
  const environment =
    isPath && lamps.length > 0 ? (await import('../path/light-around.js')).lightAround(loaded, lamps, camera) : loaded;
  if (!isSeen) return { ...parts, environment, background, showsEnvironment: false };
  const even = isPath ? BLACK : mapVec3(showLight(meanLight(environment), settings), (channel) => Math.min(channel, 1));
  return { ...parts, environment, background: even, showsEnvironment: isPath };
}

const BLACK = [0, 0, 0] as const;

/** Seed of the noise that rotates the rays of ambient occlusion and of soft shadows, where samples have none. */
const OCCLUSION_SEED = 0;

/** The camera in index space. */
function viewOf(camera: Camera, { volume: { level } }: Residency): PageView {
  const toIndex = invert(level.indexToWorld);
  if (camera.projection === 'perspective') return { eye: transformPoint(toIndex, camera.eye) };
  return { forward: transformVector(toIndex, cameraBasis(camera).forward) };
}

/** Frames of which more or less is read back add up, where the buffer that they are written to is the same. */
const viewOfFrame = ({ scene, camera, settings }: Omit<FrameRequest, 'check'>) => ({
  scene,
  camera,
  settings: { ...settings, outputs: outputNeeds(settings) },
});

export class FramePreparer {
  readonly uniforms: FrameUniforms;
  readonly #gpu: Gpu;
  readonly #timer: PassTimer;
  readonly #shapeOptions: ShapeSequenceOptions;
  /** Shapes of the frames with `auto`. */
  readonly #shapes: ShapeSequence;
  readonly #store: FrameStore;
  readonly #sampler: GPUSampler;
  #light: LightStore | undefined;
  readonly #accumulation = new Accumulation();

  constructor(gpu: Gpu, timer: PassTimer, options: Pick<ShapeSequenceOptions, 'profile' | 'refine'>) {
    this.#gpu = gpu;
    this.#timer = timer;
    this.#shapeOptions = { ...ruleAdapterOf(gpu), ...options };
    this.#shapes = new ShapeSequence(this.#shapeOptions);
    this.#store = new FrameStore(gpu, timer);
    this.uniforms = new FrameUniforms(gpu);
    this.#sampler = gpu.device.createSampler({ label: 'cast.linear', magFilter: 'linear', minFilter: 'linear' });
  }

  async prepare({ scene, camera, settings }: FrameRequest): Promise<PreparedFrame> {
    const parts = await completeParts(scene, camera, settings);
    const history = await this.#store.follow(parts);
    const plan = planFrame(this.#gpu, this.#shapes, parts, camera, settings, history);
    this.#timer.begin(settings.timestamps);
    // Kernels compile while voxels go up.
    const loadKernel = (downsampled: boolean) => loadCastKernel(this.#gpu, parts, camera, settings, plan, downsampled);
    const { meshes } = parts;
    const [resident, likelyKernel, geometryKernels] = await settleAll([
      this.#store.load(parts, settings, plan),
      loadKernel(false),
      meshes &&
        this.#store.loadGeometryKernels({
          orthographic: camera.projection === 'orthographic',
          ...findNormalNeeds(meshes),
          lightTiles: plan.lightGrid?.columns,
        }),
    ]);
    await resident.volume?.volume.residency?.loadStates(settings);
    const isDownsampled = (resident.volume?.volume.downsampleFactor ?? 1) > 1;
    const castKernel = isDownsampled ? await loadKernel(true) : likelyKernel;
    const pose = meshes && resident.meshes?.geometry.arena.pose(meshes.meshes, meshes.styles.slots);
    if (!settings.accumulate || pose?.moved) this.#accumulation.reset();
    const frames = settings.accumulate ? this.#accumulation.count(viewOfFrame({ scene, camera, settings })) : 1;
    const isTurned = plan.rays?.occlusion || plan.rays?.softShadows;
    const { samplesPerPixel, jitter = isTurned ? OCCLUSION_SEED : undefined } = settings;
    resident.pattern.write({ samplesPerPixel, jitter, earlierFrames: frames - 1 });
    const light = await this.#loadLight(parts, plan, resident);
    const packPath = settings.quality === 'path' ? (await loadPathUniforms()).packPathUniforms : undefined;
    this.uniforms.write({ parts, camera, settings, plan, resident, frames }, packPath);
    const meshWork = pose && geometryKernels && { kernels: geometryKernels, pose, smooth: meshes.smooth };
    const listResources = () => castResources(this.uniforms, resident, this.#sampler, light);
    const residency = resident.volume?.volume.residency;
    const paging = residency && { residency, view: viewOf(camera, residency) };
    return {
      camera,
      parts,
      plan,
      resident,
      light,
      castKernel,
      castResources: listResources,
      meshWork,
      paging,
      settings,
      frames,
    };
  }

  /**
   * Compiles the kernel of a frame and uploads its volume while frames of other scenes are rendered. What meshes need follows
   * from the frames before, so that theirs wait.
   */
  async prefetch({ scene, camera, settings }: FrameRequest, pace: UploadOptions['pace']): Promise<void> {
    const parts = await completeParts(scene, camera, settings);
    if (!parts.volume || parts.meshes) return;
    // A sequence of its own: the other one counts frames.
    const shapes = new ShapeSequence({ ...this.#shapeOptions, refine: false });
    const plan = planFrame(this.#gpu, shapes, parts, camera, settings, NO_HISTORY);
    await settleAll([
      loadCastKernel(this.#gpu, parts, camera, settings, plan),
      this.#store.prefetch(parts.volume, settings, plan, pace),
    ]);
  }

  /** Uploads a volume of which no scene is known yet. */
  upload(volume: Volume, read: ReadVoxels): Promise<void> {
    return this.#store.upload(volume, read);
  }

  async #loadLight(
    { volume, meshes }: SceneParts,
    { light, sampling }: FramePlan,
    resident: ResidentScene,
  ): Promise<ResidentLight | undefined> {
    if (!light?.grid || !volume || !sampling || !resident.volume) return undefined;
    const { lights, grid, shadows, meshShadows, ambientOcclusion } = light;
    const { grid: geometry, preview } = resident.volume;
    const dense = preview ? { ...resident.volume, ...preview } : resident.volume;
    const { preview: coarse, fusedPreviews } = this.uniforms;
    const uniforms = preview ? { volume: coarse, fused: fusedPreviews } : this.uniforms;
    const query = {
      scene: volume,
      geometry,
      dense: preview?.volume.resident ?? geometry,
      grid,
      depthVariant: depthVariant(this.#gpu, volume, sampling),
      volume: volumeResources(uniforms, dense, this.#sampler),
      directions: shadows ? directionsOf(lights) : undefined,
      ambientOcclusion,
    };
    if (!this.#light) {
      const { LightStore } = await import('../light/light-store.js');
      this.#light = new LightStore(this.#gpu);
    }
    const meshOpacity =
      meshShadows && meshes ? (await import('../light/mesh-shadows.js')).meshOpacityOf(meshes) : undefined;
    return this.#light.load(query, meshOpacity);
  }

  /** Reports how long a frame's rays took to the choice of shapes. */
  record({ shape }: Settings, { timer, timesMs }: PassTimes): void {
    if (shape === 'auto' && timer === 'gpu') this.#shapes.record(timesMs['cast'] ?? 0);
  }

  /** The next frame is the first of its view: this one's picture is not whole. */
  discard(): void {
    this.#accumulation.reset();
  }

  destroy(): void {
    this.#store.destroy();
    this.#light?.destroy();
    this.uniforms.destroy();
  }
}
