/** The same text of an option means the same wherever it is written: on the command line, in an attribute, a recipe, a job. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parseQuickly } from '../../src/cli/arguments/parse-quickly.js';
import { checkFrameJob, JOB_VERSION, recipeForJob } from '../../src/cli/farm/jobs/job-form.js';
import { RENDER_OPTIONS } from '../../src/cli/render/render-options.js';
import { InputError } from '../../src/index.js';
import type { Option } from '../../src/recipe/options/option.js';
import { OPTION_NAMES, OPTIONS, type OptionName, type OptionTexts, parseOptions } from '../../src/recipe/options.js';
import { checkRecipe, createRecipe } from '../../src/recipe/recipe.js';
import { recipeToJson } from '../../src/recipe/recipe-json.js';
import { recipeSchema } from '../../src/recipe/schema.js';
import { ATTRIBUTES, type AttributeName, readAttribute } from '../../src/viewer/attributes.js';
import { DOCUMENT_DEFAULTS } from '../../src/viewer/document/document.js';
import { EXAMPLES } from './option-examples.js';

const CAMERA = { projection: 'orthographic', eye: [0, 0, 9], target: [0, 0, 0], up: [0, 1, 0], height: 2 } as const;

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
