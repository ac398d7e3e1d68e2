/** The options that a picture's recipe may not set: it may come from anybody. */
import { describe, expect, it } from 'vitest';
import { RENDER_OPTIONS } from '../../src/cli/render/render-options.js';
import { checkRecipe } from '../../src/recipe/recipe.js';

/** Options that write, name files that are read as they are, or say where and how often something is done. */
const REFUSED = [
  ...[
    'output',
    'arrays',
    'replay',
    'stats',
    'save-camera',
    'cameras',
    'transfer',
    'transform',
    'fused-transfer',
    'label-names',
    'recipe',
    'format',
  ],
  ...[
    'turntable',
    'times',
    'keyframes',
    'fps',
    'verbose',
    'progress',
    'adapter',
    'software',
    'queue',
    'split',
    'detach',
    'collect',
    'workers',
    'disk-cache',
    'within',
    'header',
    'host-memory',
  ],
];

const recipe = {
  tilecast: '0.1.0',
  inputs: [{ path: 'scan.nrrd' }],
  camera: { projection: 'orthographic', eye: [0, 0, 1], target: [0, 0, 0], up: [0, 1, 0], height: 2 },
  shape: 'auto',
  adapter: 'any',
};

const options = Object.entries(RENDER_OPTIONS as Record<string, { type: string; array?: boolean }>);

/** With the name of a file, or as a switch. */
function isTaken(name: string, { type, array }: (typeof options)[0][1]): boolean {
  const value = type === 'boolean' ? true : '/etc/passwd';
  try {
    checkRecipe({ ...recipe, options: { [name]: array ? [value] : value } });
    return true;
  } catch (error) {
    // A value that the option does not take, where the option itself may be set.
    return (error as Error).message.startsWith('--');
  }
}

describe('a recipe', () => {
  it('sets none of the options that write or name files', () => {
    const refused = options.filter(([name, option]) => !isTaken(name, option)).map(([name]) => name);
    expect(refused.sort()).toEqual(REFUSED.sort());
  });
});
