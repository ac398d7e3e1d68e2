/** The README's commands and code, run as they stand there. */
import { execFileSync, execSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
/** Inside the package, so that the code's `import 'tilecast'` finds it as a user's would. */
const FOLDER = join(ROOT, 'test', 'readme');

const blocks = (language: string) =>
  [...README.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code]) => code!);

beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  symlinkSync(join(ROOT, 'volumes'), join(FOLDER, 'volumes'));
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe('the README', () => {
  it('has commands and code', () => {
    expect(blocks('sh').length).toBeGreaterThan(0);
    expect(blocks('js').length).toBeGreaterThan(0);
  });

  it.each(blocks('sh').flatMap((block) => block.trim().split('\n')))('runs: %s', (line) => {
    const command = line.replace(/^npx tilecast/, `"${process.execPath}" "${join(ROOT, 'dist', 'cli', 'main.js')}"`);
    execSync(command, { cwd: FOLDER, stdio: 'pipe' });
    const [, output] = /(?:-o|--output) (\S+)/.exec(line) ?? [];
    if (output) expect(statSync(join(FOLDER, output.replace('%02d', '00'))).size).toBeGreaterThan(1000);
  });

  it.each(blocks('js'))('runs code block %#', (code) => {
    const path = join(FOLDER, 'example.mjs');
    writeFileSync(path, code);
    execFileSync(process.execPath, [path], { cwd: FOLDER, stdio: 'pipe' });
  });

  it.each(blocks('json'))('shows a transfer function that is one: block %#', (json) => {
    writeFileSync(join(FOLDER, 'transfer.json'), json);
    const args = ['render', 'volumes/head-phantom.nrrd', '-o', 'json.png', '--transfer', 'transfer.json'];
    execFileSync(process.execPath, [join(ROOT, 'dist', 'cli', 'main.js'), ...args], { cwd: FOLDER, stdio: 'pipe' });
  });

  it('is true about what it names', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    for (const name of Object.keys({
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.devDependencies,
    })) {
      if (!name.startsWith('@types/')) expect(README, `what ${name} is for`).toContain(`\`${name}\``);
    }
    for (const [, path] of README.matchAll(/\]\((?!http)([^)]+)\)/g)) statSync(join(ROOT, path!));
  });
});
