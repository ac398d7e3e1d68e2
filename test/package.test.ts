/** The packed tarball, installed in an empty folder as a user would. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'tilecast-package-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (command: string, args: string[]) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' });

describe('the tarball', () => {
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT, stdio: 'pipe' });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  run('tar', ['-xzf', tarball]);
  const modules = join(folder, 'node_modules');
  run('mkdir', ['-p', modules]);
  run('mv', ['package', join(modules, 'tilecast')]);
  // What npm would install for it: only what the manifest asks for is within reach.
  for (const name of ['webgpu', 'debug', 'ms', '@webgpu', '@sparticuz']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  const installed = join(modules, 'tilecast');

  it('renders a volume of its own', () => {
    const main = join(installed, 'dist', 'cli', 'main.js');
    const sample = join(installed, 'volumes', 'head-phantom.nrrd');
    run(process.execPath, [main, 'render', sample, '-o', 'out.png', '--size', '64x64', '--software']);
    expect(existsSync(join(folder, 'out.png'))).toBe(true);
  });

  it('imports as a library', () => {
    writeFileSync(
      join(folder, 'user.mjs'),
      `import { Renderer } from 'tilecast'; import { openGpu } from 'tilecast/node';
       const gpu = await openGpu({ software: true }); new Renderer(gpu); gpu.destroy(); console.log('fine');`,
    );
    expect(run(process.execPath, ['user.mjs'])).toBe('fine\n');
  });

  it('brings types for both of its entries', () => {
    for (const types of ['index.d.ts', 'node/index.d.ts']) {
      expect(existsSync(join(installed, 'dist', 'types', types))).toBe(true);
    }
  });

  it('carries no sources, tests or tools', () => {
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json', 'volumes']);
    expect(readdirSync(join(installed, 'dist')).sort()).toEqual([
      'LICENSES-BUNDLED.md',
      'chunks',
      'cli',
      'index.js',
      'node',
      'types',
    ]);
  });
});
