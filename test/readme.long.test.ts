/** The READMEs' commands and code, run as they stand there, and what they name. */
import { execFileSync, execSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkKeyframes } from '../src/recipe/keyframes.js';

const ROOT = join(import.meta.dirname, '..');
const MAIN = join(ROOT, 'dist', 'cli', 'main.js');
/** Inside the package, so that the code's `import 'tilecast'` finds it as a user's would. */
const FOLDER = join(ROOT, 'test', 'readme');

const EXPERIMENTS = readdirSync(join(ROOT, 'experiments'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'src/README.md',
  'src/cli/README.md',
  'src/viewer/README.md',
  'src/farm/README.md',
  'volumes/README.md',
  'experiments/README.md',
  ...EXPERIMENTS.map((name) => `experiments/${name}/README.md`),
];
const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

const blocks = (page: string, language: string) =>
  [...read(page).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code]) => code!);
const commands = ['README.md', 'src/cli/README.md'].flatMap((page) =>
  blocks(page, 'sh').flatMap((block) => block.trim().split('\n')),
);
const programs = blocks('README.md', 'js');
const jsons = blocks('src/cli/README.md', 'json');
const transfers = jsons.filter((json) => json.includes('"opacities"'));
const keyframes = jsons.filter((json) => json.includes('"keys"'));

beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  // Recipes find files below the folder, which a link would lead out of.
  cpSync(join(ROOT, 'volumes'), join(FOLDER, 'volumes'), { recursive: true });
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe('the READMEs', () => {
  it('have commands and code', () => {
    expect([commands.length > 5, programs.length]).toEqual([true, 2]);
    expect([transfers.length, keyframes.length, jsons.length]).toEqual([1, 1, 2]);
  });

  it('list every experiment', () => {
    const listed = read('experiments/README.md');
    expect(EXPERIMENTS.filter((name) => !listed.includes(`(${name}/README.md)`))).toEqual([]);
  });

  it.each(commands)('run: %s', (line) => {
    const command = line.replace(/^npx tilecast/, `"${process.execPath}" "${MAIN}"`);
    execSync(command, { cwd: FOLDER, stdio: 'pipe' });
    const [, output] = /(?:-o|--output) (\S+)/.exec(line) ?? [];
    if (output) expect(statSync(join(FOLDER, output.replace('%02d', '00'))).size).toBeGreaterThan(1000);
  });

  it.each(programs)('run code block %#', (code) => {
    const path = join(FOLDER, 'example.mjs');
    writeFileSync(path, code);
    execFileSync(process.execPath, [path], { cwd: FOLDER, stdio: 'pipe' });
  });

  it.each(transfers)('show a transfer function that is one: block %#', (json) => {
    writeFileSync(join(FOLDER, 'transfer.json'), json);
    const args = ['render', 'volumes/head-phantom.nrrd', '-o', 'json.png', '--transfer', 'transfer.json'];
    execFileSync(process.execPath, [MAIN, ...args], { cwd: FOLDER, stdio: 'pipe' });
  });

  it.each(keyframes)('show keyframes: block %#', (json) => {
    expect(checkKeyframes(JSON.parse(json)).map(({ frame }) => frame)).toEqual([0, 60, 120]);
  });

  it.each(PAGES)('link to what there is: %s', (page) => {
    for (const [, target] of read(page).matchAll(/\]\((?!http)([^)]+)\)/g)) {
      const [path = '', anchor] = target!.split('#');
      const linked = path ? join(ROOT, dirname(page), path) : join(ROOT, page);
      statSync(linked);
      const headings = anchor && [...readFileSync(linked, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, text]) => text!);
      if (headings) expect(headings.map((text) => text.toLowerCase().replaceAll(' ', '-'))).toContain(anchor);
    }
  });

  it('say what each dependency is for', () => {
    const manifest = JSON.parse(read('package.json'));
    for (const name of Object.keys({ ...manifest.optionalDependencies, ...manifest.devDependencies })) {
      if (!name.startsWith('@types/')) expect(read('CONTRIBUTING.md'), `what ${name} is for`).toContain(`\`${name}\``);
    }
  });

  it('name scripts that there are', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = ['README.md', 'CONTRIBUTING.md'].flatMap((page) =>
      [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!),
    );
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
  });
});
