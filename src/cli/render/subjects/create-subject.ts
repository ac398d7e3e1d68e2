/** The scene that `tilecast render` makes of its inputs, of a volume, of meshes or of both, and its renderer. */
import {
  drawOverlays,
  type Frame,
  type Gpu,
  IDENTITY_AFFINE,
  meshFront,
  previewScene,
  Renderer,
  type RenderOptions,
  type Scene,
} from '../../../index.js';
import { fitIntegrals } from '../../../lab.js';
import type { OptionValues } from '../../../recipe/options.js';
import type { Recipe } from '../../../recipe/recipe.js';
import { addGround } from '../../../recipe/scene/describe-scene.js';
import { meshDirection, pointsOf, volumeDirection } from '../../../recipe/scene/describe-view.js';
import { Parts } from '../../../recipe/scene/parts.js';
import type { SceneChoice } from '../../../recipe/scene/scene-choice.js';
import { type Subject, verticalOfView } from '../../../recipe/scene/view-options.js';
import { ANATOMICAL_UNIT } from '../../../recipe/scene/world-unit.js';
import { findProfile } from '../../find-profile.js';
import { showProgress } from '../../read-volume-input.js';
import { say } from '../../say.js';
import { labelTriangles } from '../arrays/label-triangles.js';
import type { PlannedFrame } from '../frames/choose-frames.js';
import type { FrameSteps } from '../frames/render-frames.js';
import type { SharedInputs } from '../load/shared-inputs.js';
import type { HeatmapChoice } from '../overlays/choose-heatmap.js';
import type { OverlayChoice } from '../overlays/choose-overlays.js';
import { type PathChoice, renderByPaths } from '../pictures/render-paths.js';
import { type DescribedFrame, type RenderedParts, renderInParts } from '../pictures/rendered-parts.js';
import type { MeshSubject } from './mesh-subject.js';
import type { VolumeSubject } from './volume-subject.js';

/** Something to be rendered, once there is a device. */
export interface RenderSubject extends Subject {
  /** @param onCoarse gets the picture of a coarse copy before that of a volume in pages. */
  readonly createRender: (gpu: Gpu, onCoarse?: (frame: Frame) => Promise<void>) => FrameSteps['render'];
  /** The frame's scene part by part, as data. */
  readonly describe: (plan: Pick<PlannedFrame, 'camera' | 'time'>) => DescribedFrame;
  /** Paths of the files that were read besides the inputs. */
  readonly files: () => readonly string[];
  /** The recipe's fields about it. */
  readonly recipe: Pick<Recipe, 'transfer' | 'mask'>;
  /** Options as the recipe has them, where files are by what is in them, and those that were chosen for the inputs. */
  readonly options: Recipe['options'];
}

/** The fate of a frame's pixels. */
export interface PictureChoice {
  readonly overlays: OverlayChoice;
  readonly heatmap: HeatmapChoice | undefined;
}

/** The renderer that all frames share, and how it renders. */
export interface RendererChoice {
  readonly open: (gpu: Gpu) => Promise<Renderer>;
  readonly rendering: RenderOptions;
}

/** @param several whether there are several frames, of which some may try other shapes. */
export function chooseRenderer(
  options: RenderOptions,
  {
    isVolumeAlone,
    several,
    overlays,
    heatmap,
    shared,
  }: PictureChoice & { isVolumeAlone: boolean; several: boolean; shared: SharedInputs | undefined },
): RendererChoice {
  const choosesShapes = options.shape === 'auto' && isVolumeAlone;
  const refineShapes = choosesShapes && several;
  let opening: Promise<Renderer> | undefined;
  return {
    open: (gpu) => {
      const finding = async () => (choosesShapes ? findProfile(gpu) : undefined);
      const create = () => finding().then((profile) => new Renderer(gpu, { profile, refineShapes }));
      opening ??= shared ? shared.renderer(create) : create();
      return opening;
    },
    rendering: {
      ...options,
      ...overlays.options,
      timestamps: refineShapes || options.timestamps === true,
      ...heatmap?.options,
    },
  };
}

/** Choices about a picture besides its volume and meshes. */
interface SubjectChoice extends PictureChoice {
  /** Whether there are several frames. */
  readonly several: boolean;
  readonly parts: RenderedParts | undefined;
  readonly paths: PathChoice | undefined;
  readonly choice: SceneChoice;
  /** Share of the picture's width that a legend takes. */
  readonly freeRight: number;
  /** The options that say which way is up. */
  readonly view: Pick<OptionValues, 'up' | 'view'>;
  /** Whether a radiograph goes from 0 to the largest of its integrals. */
  readonly fitsIntegrals: boolean;
}

/** A volume, meshes or both as one subject. */
export function createSubject(
  volume: VolumeSubject | undefined,
  meshes: MeshSubject | undefined,
  { open, rendering }: RendererChoice,
  picture: SubjectChoice,
): RenderSubject {
  const surfaces = volume?.surfaces?.meshes ?? [];
  // Alone they are where the labels' voxels are; beside a volume they may reach beyond what it shows.
  const beside = volume?.isShown ? surfaces.flatMap(pointsOf) : [];
  const corners = [...(volume?.corners ?? []), ...beside, ...(meshes?.corners ?? [])];
  const outline = {
    corners,
    axes: volume?.axes ?? IDENTITY_AFFINE,
    freeRight: picture.freeRight,
    defaultDirection: volume
      ? volumeDirection(volume.scene.volume, { ...volume, clip: volume.scene.clip, points: corners })
      : meshDirection(corners, meshes?.viewOptions),
    ...(!volume && meshes?.viewOptions && { front: meshFront(meshes.viewOptions) }),
  };
  const parts = new Parts();
  const data = { volume: volume?.scene.volume, environment: volume?.scene.environment };
  const sayBlank = createSayBlank();
  const describe = ({ camera, time }: Pick<PlannedFrame, 'camera' | 'time'>): DescribedFrame => {
    const volumeScene = volume?.isShown ? volume.withCamera(camera) : undefined;
    const posed = meshes?.atTime(time);
    const meshScene = posed && { ...posed, meshes: [...posed.meshes, ...surfaces] };
    const bare = volumeScene && meshScene ? { ...meshScene, ...volumeScene } : (volumeScene ?? meshScene!);
    const up = camera.vertical ?? verticalOfView(outline, picture.view);
    const scene = addGround(parts, bare, data, picture.choice, { of: outline, points: () => corners, up });
    return { scene, options: rendering, camera, partSource: volume?.partSource };
  };
  const finish = (frame: Frame, described: DescribedFrame) => draw(frame, described, volume, meshes, picture);
  const createRender: RenderSubject['createRender'] = (gpu, onCoarse) => {
    const opening = open(gpu);
    return async ({ camera, time, signal }) => {
      const renderer = await opening;
      const given = describe({ camera, time });
      const described = picture.fitsIntegrals ? await fitFrame(renderer, given, signal) : given;
      if (onCoarse && isInPages(described.scene)) {
        const coarse = await renderer.render(previewScene(described.scene), camera, { ...rendering, signal });
        await onCoarse(await finish(coarse, described));
      }
      const parts = volume?.surfaces?.parts;
      const distances = parts && (await measureMeshes(renderer, described, signal));
      const frame = await renderFrame(renderer, described, picture, signal);
      if (parts) labelTriangles(frame, { parts, first: countTriangles(meshes?.atTime(time)), reach: distances });
      if (!picture.parts) volume?.finish(frame);
      if (isBlank(frame)) sayBlank(volume, meshes);
      return finish(frame, described);
    };
  };
  return {
    describe,
    ...outline,
    files: () => volume?.files() ?? [],
    recipe: volume?.recipe ?? {},
    options: { ...volume?.options, ...meshes?.options },
    createRender,
  };
}

/** The described frame as a radiograph that is fitted to its integrals. */
async function fitFrame(
  renderer: Renderer,
  described: DescribedFrame,
  signal: AbortSignal | undefined,
): Promise<DescribedFrame> {
  const { scene, camera, options } = described;
  return { ...described, scene: await fitIntegrals(renderer, scene, camera, { ...options, signal }) };
}

/** A frame's pixels before anything is drawn onto them. */
function renderFrame(
  renderer: Renderer,
  described: DescribedFrame,
  { parts, paths, several }: SubjectChoice,
  signal: AbortSignal | undefined,
): Promise<Frame> {
  const course = { signal, isAlone: !several };
  if (parts) return renderInParts(renderer, described, parts, signal);
  return paths ? renderByPaths(renderer, described, paths, course) : renderExactly(renderer, described, course);
}

/** The frame with its overlays, or with the heat map that replaces its pixels. */
async function draw(
  frame: Frame,
  { scene, camera }: DescribedFrame,
  volume: VolumeSubject | undefined,
  meshes: MeshSubject | undefined,
  { overlays, heatmap }: PictureChoice,
): Promise<Frame> {
  const mask = volume?.surfaces?.mask;
  const shown = 'volume' in scene ? scene : volume?.scene;
  const drawn = overlays.describe(frame, shown && { ...shown, ...(mask && { mask }) }, camera, meshes?.colorBar, {
    anatomical: shown?.volume.anatomical ?? meshes?.anatomical === true,
    unit: volume ? volume.unit : meshes?.anatomical ? ANATOMICAL_UNIT : undefined,
  });
  if (heatmap) return heatmap.draw(frame, drawn);
  await drawOverlays(frame.pixels, frame.width, frame.height, drawn);
  return frame;
}

/** Distances of the meshes alone, where labels are asked for and a volume may be in front of them. */
async function measureMeshes(
  renderer: Renderer,
  { scene, camera, options }: DescribedFrame,
  signal: AbortSignal | undefined,
): Promise<Float32Array | undefined> {
  if (!options.outputs?.includes('labels') || !('volume' in scene) || !('meshes' in scene)) return undefined;
  const { meshes } = scene;
  const { distances } = await renderer.render({ meshes, background: [0, 0, 0] }, camera, {
    ...options,
    signal,
    outputs: ['distances'],
  });
  return distances.slice();
}

const countTriangles = (posed: ReturnType<MeshSubject['atTime']> | undefined) =>
  (posed?.meshes ?? []).reduce((sum, { mesh }) => sum + mesh.triangles.length / 3, 0);

const isInPages = (scene: Scene) => 'pages' in scene && scene.pages !== undefined;

const PERCENT = 100;

/** Shows how far a frame alone has come whose volume is read meanwhile. */
async function renderExactly(
  renderer: Renderer,
  { scene, camera, options }: DescribedFrame,
  { signal, isAlone }: { readonly signal: AbortSignal | undefined; readonly isAlone: boolean },
): Promise<Frame> {
  if (!isAlone || !isInPages(scene)) return renderer.render(scene, camera, { ...options, signal });
  return showProgress((report) => {
    let most = 0;
    const onProgress = (share: number) => {
      const percent = Math.floor(PERCENT * share);
      // Rays that go on may wait again at once.
      if (percent <= most) return;
      most = percent;
      report(percent, PERCENT);
    };
    return renderer.render(scene, camera, { ...options, signal, onProgress });
  }, 'percent of the picture');
}

/** Whether all pixels are alike, so that nothing is visible. */
function isBlank({ pixels }: Frame): boolean {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  return words.every((pixel) => pixel === words[0]);
}

/** Says once why there may be nothing. */
function createSayBlank() {
  let isSaid = false;
  return (volume: VolumeSubject | undefined, meshes: MeshSubject | undefined) => {
    if (isSaid) return;
    isSaid = true;
    const reasons = [
      volume?.whyBlank(),
      meshes && 'meshes may be out of view, seen edge-on, or have the background’s colour',
    ];
    say(`the picture is blank: ${reasons.filter(Boolean).join('; ')}`);
  };
}
