/** The same text of an option makes the same scene, wherever it is written: on the command line, in an attribute, a recipe, a job. */
import { describe, expect, it } from 'vitest';
import { parseQuickly } from '../../../src/cli/arguments/parse-quickly.js';
import { checkFrameJob, JOB_VERSION, recipeForJob } from '../../../src/cli/farm/jobs/job-form.js';
import { RENDER_OPTIONS } from '../../../src/cli/render/render-options.js';
import {
  boxCorners,
  computeStatistics,
  createMesh,
  createVolume,
  defaultAppearance,
  type Mesh,
} from '../../../src/index.js';
import { OPTIONS, type OptionName, type OptionTexts, parseOptions } from '../../../src/recipe/options.js';
import { checkRecipe, createRecipe, type ReadRecipe } from '../../../src/recipe/recipe.js';
import { recipeToJson } from '../../../src/recipe/recipe-json.js';
import { chooseScene, SCENE_OPTIONS, type SceneOption } from '../../../src/recipe/scene/choose-scene.js';
import { describeScene } from '../../../src/recipe/scene/describe-scene.js';
import { describeSubject } from '../../../src/recipe/scene/describe-view.js';
import { cutToSlab } from '../../../src/recipe/scene/describe-volume-scene.js';
import { describeLabelSurfaces } from '../../../src/recipe/scene/labels/describe-label-surfaces.js';
import { Parts } from '../../../src/recipe/scene/parts.js';
import { patched, type SceneChoice } from '../../../src/recipe/scene/scene-choice.js';
import type { SceneData } from '../../../src/recipe/scene/scene-data.js';
import { chooseView, parseView, VIEW_OPTIONS } from '../../../src/recipe/scene/view-options.js';
import { readAttribute } from '../../../src/viewer/attributes.js';
import { DOCUMENT_DEFAULTS, type ViewerDocument } from '../../../src/viewer/document/document.js';
import { EXAMPLES } from '../option-examples.js';

const CAMERA = { projection: 'orthographic', eye: [0, 0, 9], target: [2, 2, 2], up: [0, 1, 0], height: 9 } as const;

const valuesOf = (count: number, factor: number) => Float32Array.from({ length: count }, (_, at) => factor * at - 1);

function createTetrahedron(shift: number): Mesh {
  const positions = Float32Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4).map((x) => x + shift);
  const names = ['mean curvature', 'thickness', 'curv', 'sulc'];
  return createMesh({
    positions,
    triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
    origin: [0, 0, 0],
    vertexColors: Uint8Array.from({ length: 16 }, (_, at) => 16 * at),
    values: names.map((name, index) => ({ name, on: 'vertices' as const, values: valuesOf(4, index + 1) })),
  });
}

function createLoadedMesh(name: string, shift: number): SceneData['meshes'][number] {
  const mesh = createTetrahedron(shift);
  const walk = { name: 'walk', seconds: 2, at: (seconds: number) => createTetrahedron(shift + seconds) };
  return { name, mesh, animations: [walk] };
}

const SIZES = [8, 8, 8] as const;
const index = Array.from({ length: 8 ** 3 }, (_, at) => at);
const volume = createVolume({ sizes: SIZES, voxels: Int16Array.from(index, (at) => ((at * 37) % 900) - 100) });
const map = createVolume({ sizes: SIZES, voxels: Float32Array.from(index, (at) => Math.sin(at)) });
const regions = createVolume({ sizes: SIZES, voxels: Uint8Array.from(index, (at) => (at % 3 === 0 ? 7 : at % 2)) });

const DATA: SceneData & { readonly volume: typeof volume } = {
  volume,
  statistics: computeStatistics(volume),
  fused: [{ volume: map }, { volume: map }],
  labels: { volume: regions, styles: [{ label: 1 }, { label: 7 }] },
  meshes: [createLoadedMesh('a.glb', 0), createLoadedMesh('b.glb', 1)],
};

/** All that a renderer gets of a choice. */
function describeAll(choice: SceneChoice) {
  const parts = new Parts();
  const scene = describeScene(parts, DATA, choice)!;
  return {
    scene: 'volume' in scene ? cutToSlab(scene, DATA, choice, CAMERA) : scene,
    ofMeshesAlone: describeScene(new Parts(), { ...DATA, volume: undefined, labels: undefined }, choice),
    surfaces: describeLabelSurfaces(parts, DATA, choice),
    ground: choice.ground,
    rendering: { ...DEFAULT_SETTINGS, ...choice.settings, step: choice.step, quality: choice.quality },
    paths: { noise: choice.noise, denoise: choice.denoise },
  };
}

/** Pictures of volumes record the transfer function that they show; those without are of meshes. */
const TRANSFER = defaultAppearance(volume).transfer;

/** Settings that options have defaults of, where a document leaves them to the renderer. */
const DEFAULT_SETTINGS = chooseScene(parseOptions({})).settings;

function onCommandLine(name: OptionName): OptionTexts {
  const { text } = EXAMPLES[name];
  const words =
    typeof text === 'boolean' ? [`--${text ? '' : 'no-'}${name}`] : [text].flat().map((value) => `--${name}=${value}`);
  return parseQuickly({ quick: { options: RENDER_OPTIONS, list: 'inputs' } }, words) as OptionTexts;
}

/** The recipe as it is in a picture, and as a job has it. */
function recorded(options: OptionTexts): readonly [inPicture: ReadRecipe, inJob: ReadRecipe] {
  const recipe = createRecipe({ inputs: [{ path: 'scan.nrrd' }], options, camera: CAMERA, transfer: TRANSFER });
  const written = recipeToJson(recipe, { shape: 'auto', adapter: 'any' });
  const job = {
    version: JOB_VERSION,
    recipe: recipeForJob(recipe),
    inputs: ['/scan.nrrd'],
    output: '/a.png',
    several: false,
  };
  const { recipe: inJob } = checkFrameJob(JSON.parse(JSON.stringify(job)));
  return [checkRecipe(JSON.parse(JSON.stringify(written))), { ...inJob, shape: 'auto', adapter: 'any' }];
}

function asAttribute(name: OptionName): string {
  const { text } = EXAMPLES[name];
  return typeof text === 'object' ? JSON.stringify(text) : String(text);
}

describe.each(SCENE_OPTIONS)('%s', (name: SceneOption) => {
  const texts = onCommandLine(name);
  const choice = chooseScene(parseOptions(texts));
  const all = describeAll(choice);

  it('chooses something else than the default', () => expect(choice).not.toEqual(chooseScene(parseOptions({}))));

  it('makes the same scene in the recipe of a picture, and in a job', () => {
    for (const { options } of recorded(texts)) {
      const read = chooseScene(parseOptions(options));
      expect(read).toEqual(choice);
      expect(describeAll(read)).toEqual(all);
    }
  });

  it('makes the same scene as an attribute', () => {
    const { document } = readAttribute(name, asAttribute(name), DOCUMENT_DEFAULTS);
    expect(describeAll(patched<ViewerDocument>(DOCUMENT_DEFAULTS, document!))).toEqual(all);
  });
});

describe.each(VIEW_OPTIONS)('%s', (name) => {
  // A height is that of an orthographic view.
  const with2 = name === 'height' ? { projection: 'orthographic' } : {};
  const texts = { ...onCommandLine(name), ...with2 };
  const scene = describeScene(new Parts(), DATA, chooseScene(parseOptions({})))!;
  const subject = describeSubject(scene, DATA, boxCorners({ min: [0, 0, 0], max: [7, 9, 5] }));
  const cameraOf = (options: OptionTexts) => chooseView(parseOptions(options)).frame(subject, { aspect: 1.5 });

  it('makes the same camera in a recipe, in a job and as an attribute', () => {
    const camera = cameraOf(texts);
    expect(camera).not.toEqual(cameraOf(name === 'fov' || name === 'height' ? with2 : {}));
    for (const { options } of recorded(texts)) expect(cameraOf(options)).toEqual(camera);
    const { view } = readAttribute(name, asAttribute(name), DOCUMENT_DEFAULTS);
    expect(parseView({ ...view, ...with2 }).frame(subject, { aspect: 1.5 })).toEqual(camera);
  });
});

it('leaves out no option of appearance', () => {
  const isCovered = (name: string) => [...SCENE_OPTIONS, ...VIEW_OPTIONS].some((known) => known === name);
  const left = (Object.keys(OPTIONS) as OptionName[]).filter(
    (name) => ['appearance', 'camera'].includes(OPTIONS[name].part) && !isCovered(name),
  );
  // The camera of a file is not described but read.
  expect(left).toEqual(['camera']);
});
