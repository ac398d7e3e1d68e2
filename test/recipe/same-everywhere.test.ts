/** The same text of an option means the same wherever it is written: on the command line, in an attribute, a recipe, a job. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { checkFrameJob, JOB_VERSION, recipeForJob } from '../../src/cli/farm/jobs/job-form.js';
import { parseQuickly } from '../../src/cli/parse-quickly.js';
import { RENDER_OPTIONS } from '../../src/cli/render/render-options.js';
import { InputError } from '../../src/index.js';
import type { Option } from '../../src/recipe/options/option.js';
import { OPTION_NAMES, OPTIONS, type OptionName, type OptionTexts, parseOptions } from '../../src/recipe/options.js';
import { checkRecipe, createRecipe } from '../../src/recipe/recipe.js';
import { recipeToJson } from '../../src/recipe/recipe-json.js';
import { recipeSchema } from '../../src/recipe/schema.js';
import { ATTRIBUTES, type AttributeName, readAttribute } from '../../src/viewer/attributes.js';
import { DOCUMENT_DEFAULTS } from '../../src/viewer/document/document.js';

const CAMERA = { projection: 'orthographic', eye: [0, 0, 9], target: [0, 0, 0], up: [0, 1, 0], height: 2 } as const;

/** A text of each option, or several, what JSON may have in its place, and a text that it does not take. */
const EXAMPLES: Readonly<
  Record<OptionName, { readonly text: string | readonly string[] | boolean; json?: unknown; bad?: string }>
> = {
  output: { text: 'a.png' },
  arrays: { text: 'depth=d.npy,labels=l.npy', bad: 'height=d.npy' },
  replay: { text: 'b.png' },
  turntable: { text: '12', json: 12, bad: '0' },
  times: { text: '0-9:3', bad: '9-0' },
  keyframes: { text: 'flight.json' },
  cameras: { text: 'cameras.json' },
  frames: { text: '3-5/8', bad: '5-3' },
  fps: { text: '30', json: 30, bad: '0' },
  overlay: { text: 'scale-bar,legend', json: ['scale-bar', 'legend'], bad: 'clock' },
  title: { text: 'A title, of sorts', bad: 'x'.repeat(201) },
  'overlay-scale': { text: '1.5', json: 1.5, bad: '17' },
  'color-bar-title': { text: 'HU' },
  heatmap: { text: 'samples', bad: 'warmth' },
  size: { text: '64x48', bad: '64' },
  background: { text: '0.1,0.2,0.3', json: [0.1, 0.2, 0.3], bad: 'nocolor' },
  recipe: { text: 'full', bad: 'half' },
  format: { text: 'y4m', bad: 'mov' },
  stats: { text: 'stats.json' },
  progress: { text: true },
  verbose: { text: true },
  raw: { text: '4x4x4:uint8:le' },
  spacing: { text: '1,1,3', json: [1, 1, 3], bad: '1,0,3' },
  component: { text: '0,2', json: [0, 2], bad: '-1' },
  time: { text: '3', json: 3, bad: '1.5' },
  series: { text: 'T1 post' },
  voxels: { text: 'labels', bad: 'words' },
  detail: { text: '2', json: 2, bad: 'x' },
  memory: { text: '256', json: 256, bad: '0' },
  'disk-cache': { text: '64', json: 64, bad: '-1' },
  downsample: { text: false },
  mask: { text: 'labels.nrrd' },
  labels: { text: '1:red:0.5,7', bad: 'one' },
  mode: { text: 'mip', bad: 'max' },
  iso: { text: '300:#ff0000:0.5,700', bad: '1:2:3:4' },
  transfer: { text: 'bone' },
  'label-names': { text: '[]' },
  threshold: { text: '3,8', json: [3, 8], bad: '8,3' },
  'fused-threshold': { text: ['3', '2,3'], json: ['3', [2, 3]], bad: '1,0' },
  window: { text: '-100,400', json: [-100, 400], bad: '5,2' },
  'fused-transfer': { text: ['hot', 'viridis'] },
  'fused-window': { text: ['0,1', '2,3'], json: [[0, 1], '2,3'], bad: '1,0' },
  'fused-opacity': { text: ['0.5', '1'], json: [0.5, 1], bad: '1.5' },
  'label-surfaces': { text: true },
  'label-smoothing': { text: '2.5', json: 2.5, bad: '-1' },
  shade: { text: false },
  ambient: { text: '0.4', json: 0.4, bad: '-0.1' },
  diffuse: { text: '0.3', json: 0.3, bad: 'x' },
  specular: { text: '0.2', json: 0.2, bad: '-1' },
  shininess: { text: '7', json: 7, bad: '' },
  light: { text: 'key/@0.3,1,0.2:0.5', bad: '0,0,0' },
  'light-size': { text: '3', json: 3, bad: '500' },
  shadows: { text: true },
  'ambient-occlusion': { text: '8', json: 8, bad: '1.5' },
  'occlusion-distance': { text: '4', json: 4, bad: '0' },
  ground: { text: 'slategray', bad: 'transparent' },
  'mesh-color': { text: ['#ff0000', '0,1,0'], json: ['#ff0000', [0, 1, 0]], bad: 'transparent' },
  'own-colors': { text: false },
  values: { text: ['mean curvature', 'thickness'] },
  underlay: { text: ['curv', 'sulc'] },
  colormap: { text: 'magma', bad: 'rainbowish' },
  range: { text: '-1,2', json: [-1, 2], bad: '2,-1' },
  'mesh-opacity': { text: ['0.5'], json: [0.5], bad: '2' },
  reflectivity: { text: ['0.25', '0'], json: [0.25, 0], bad: '-1' },
  reflections: { text: '5', json: 5, bad: '1.5' },
  cull: { text: 'back', bad: 'side' },
  flat: { text: true },
  crease: { text: '20', json: 20, bad: '181' },
  transform: { text: ['ras', '1,0,0,5,0,1,0,6,0,0,1,7'], json: ['ras', [1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7]] },
  deform: { text: 'twist', bad: 'fold' },
  animation: { text: 'walk@1.5', bad: 'walk@soon' },
  'primary-rays': { text: 'bvh', bad: 'tree' },
  'shadow-rays': { text: 'bins', bad: 'tree' },
  slabs: { text: '8', json: 8, bad: '65' },
  clip: { text: ['1,0,0,5', '0,0,-1,2'], json: [[1, 0, 0, 5], '0,0,-1,2'], bad: '0,0,0,1' },
  crop: { text: '2:5,:7,3:', bad: '1,2' },
  'crop-world': { text: '0:1,2:3,4:5', bad: '0:1,2:,4:5' },
  'slab-thickness': { text: '12', json: 12, bad: '0' },
  view: { text: 'left', bad: 'aft' },
  azimuth: { text: '-20.5', json: -20.5, bad: 'x' },
  elevation: { text: '30', json: 30, bad: '' },
  roll: { text: '5', json: 5, bad: 'five' },
  zoom: { text: '1.3', json: 1.3, bad: '0' },
  eye: { text: '1,2,3', json: [1, 2, 3], bad: '1,2' },
  target: { text: '0,0,1', json: [0, 0, 1], bad: 'x' },
  up: { text: '0,0,1', json: [0, 0, 1], bad: '0' },
  projection: { text: 'orthographic', bad: 'fisheye' },
  fov: { text: '40', json: 40, bad: '180' },
  height: { text: '90', json: 90, bad: '-1' },
  camera: { text: 'camera.json' },
  'save-camera': { text: 'saved.json' },
  step: { text: '0.5', json: 0.5, bad: '0' },
  samples: { text: '4', json: 4, bad: '0' },
  jitter: { text: '3', json: 3, bad: '-1' },
  quality: { text: 'plain', bad: 'best' },
  environment: { text: 'white' },
  noise: { text: '1.5', json: 1.5, bad: '0' },
  'path-time': { text: '5', json: 5, bad: '0' },
  seed: { text: '9', json: 9, bad: 'x' },
  denoise: { text: true },
  filter: { text: 'exact', bad: 'linear' },
  skip: { text: false },
  'early-termination': { text: false },
  split: { text: '8', json: 8, bad: '0' },
  workgroup: { text: '32x4', bad: '32' },
};

const isSchemaRight = new Ajv2020({ strict: false }).compile(recipeSchema());

function readCommandLine(name: OptionName): OptionTexts {
  const { text } = EXAMPLES[name];
  const words =
    typeof text === 'boolean' ? [`--${text ? '' : 'no-'}${name}`] : [text].flat().map((value) => `--${name}=${value}`);
  const parsed = parseQuickly({ quick: { options: RENDER_OPTIONS, list: 'inputs' } }, words);
  expect(parsed).toBeDefined();
  return parsed as OptionTexts;
}

const described = (name: OptionName, value: unknown) => ({ version: 1, inputs: ['scan.nrrd'], [name]: value });
const isRecorded = (name: OptionName) => !(OPTIONS[name] as Option).isUnrecorded && name !== 'camera';

describe.each(OPTION_NAMES)('%s', (name) => {
  const { text, json, bad } = EXAMPLES[name];
  const value = parseOptions(readCommandLine(name))[name];

  it('means the same on the command line, and in recipes as a text or as what stands for it', () => {
    expect(value).toBeDefined();
    if (!isRecorded(name)) {
      if (name !== 'camera') expect(() => checkRecipe(described(name, text))).toThrow(InputError);
      return;
    }
    for (const form of [text, ...(json === undefined ? [] : [json])]) {
      const recipe = described(name, form);
      expect(isSchemaRight(recipe), JSON.stringify(isSchemaRight.errors)).toBe(true);
      expect(parseOptions(checkRecipe(recipe).options)[name]).toEqual(value);
    }
  });

  it.runIf(isRecorded(name) && name !== 'mask')('means the same in the recipe of a picture, and in a job', () => {
    const inputs = [{ path: 'scan.nrrd' }];
    const recipe = createRecipe({ inputs, options: readCommandLine(name), camera: CAMERA });
    const written = recipeToJson(recipe, { shape: 'auto', adapter: 'any' });
    expect(isSchemaRight(written), JSON.stringify(isSchemaRight.errors)).toBe(true);
    expect(parseOptions(checkRecipe(written).options)[name]).toEqual(value);
    const job = {
      version: JOB_VERSION,
      recipe: recipeForJob(recipe),
      inputs: ['/scan.nrrd'],
      output: '/a.png',
      several: false,
    };
    expect(parseOptions(checkFrameJob(JSON.parse(JSON.stringify(job))).recipe.options)[name]).toEqual(value);
  });

  it.runIf(bad !== undefined)('is refused in the same words', () => {
    const said = (read: () => unknown): string => {
      try {
        read();
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        return (error as Error).message.replace(/^--/, '');
      }
      return 'nothing';
    };
    const texts = 'repeatable' in OPTIONS[name] ? [bad!] : bad!;
    const onCommandLine = said(() => parseOptions({ [name]: texts }));
    expect(onCommandLine).toMatch(new RegExp(`^${name}: `));
    // Views are parsed once a file is there; frames of the element are those that it averages at rest.
    const isAttribute = name !== 'frames' && (ATTRIBUTES as readonly AttributeName[]).includes(name as AttributeName);
    if (!isAttribute || OPTIONS[name].part === 'camera') return;
    // An attribute without a text is one that is not set, or a switch.
    if (bad !== '') expect(said(() => readAttribute(name, bad!, DOCUMENT_DEFAULTS))).toBe(onCommandLine);
  });
});
