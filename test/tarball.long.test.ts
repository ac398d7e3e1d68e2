/** The packed tarball, unpacked beside what npm would install for it. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { FOR_NODE, FOR_PAGES, NODE_PROGRAM, PAGE_PROGRAM, packPackage, ROOT, STRICT } from './pack-package.js';

const bin = (name: string) => join(ROOT, 'node_modules', '.bin', name);
const filesBelow = (path: string, ending: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort();

it('is built with a command that can be run', () => {
  expect(statSync(join(ROOT, 'dist', 'cli', 'main.js')).mode & 0o111).toBe(0o111);
});

describe('the tarball', () => {
  const { folder, tarball, run, remove } = packPackage();
  afterAll(remove);
  const modules = join(folder, 'node_modules');
  const installed = join(modules, 'tilecast');
  mkdirSync(modules);
  run('tar', ['-xzf', tarball, '-C', modules]);
  run('mv', [join(modules, 'package'), installed]);
  // Only what the manifest asks for is within reach, and types that every program for Node has.
  for (const name of ['webgpu', 'debug', 'ms', '@webgpu', '@sparticuz', '@types', 'undici-types']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  const compile = (name: string, program: string, args: readonly string[]) => {
    writeFileSync(join(folder, name), program);
    run(bin('tsc'), [...STRICT, ...args, name]);
  };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');

  it('renders a volume of its own', () => {
    const main = join(installed, 'dist', 'cli', 'main.js');
    const sample = join(installed, 'volumes', 'head-phantom.nrrd');
    run(process.execPath, [main, 'render', sample, '-o', 'out.png', '--size', '64x64', '--software']);
    expect(existsSync(join(folder, 'out.png'))).toBe(true);
  });

  it('says how to run it for strangers, by commands that it takes', () => {
    const text = readFileSync(join(installed, 'SECURITY.md'), 'utf8');
    const commands = Array.from(text.matchAll(/tilecast (render [^`]*)\n```/g), ([, command]) => command!);
    expect(commands).toHaveLength(3);
    const [uploads, pictures] = [join(folder, 'uploads'), join(folder, 'pictures')];
    for (const made of [uploads, pictures]) mkdirSync(made);
    writeFileSync(join(uploads, 'scan.nrrd'), readFileSync(join(installed, 'volumes', 'marschner-lobb.nrrd')));
    for (const command of commands) {
      const args = command
        .replace(/\\\n/g, ' ')
        .replace(/\/srv\/uploads\/42|\/in\b/g, uploads)
        .replace(/\/srv\/pictures\/42|\/out\b/g, pictures)
        .split(/\s+/);
      run(process.execPath, [join(installed, 'dist', 'cli', 'main.js'), ...args, '--size', '32x32']);
      expect(readdirSync(pictures)).toEqual(['scan.png']);
      rmSync(join(pictures, 'scan.png'));
    }
  });

  it('imports as a library', () => {
    writeFileSync(
      join(folder, 'user.mjs'),
      `import { Renderer } from 'tilecast'; import { openGpu } from 'tilecast/node'; import { createTorus } from 'tilecast/lab';
       import { Bvh } from 'tilecast/mesh';
       const gpu = await openGpu({ software: true }); new Renderer(gpu); (await Bvh.build(gpu, createTorus())).destroy(); gpu.destroy(); console.log('fine');`,
    );
    expect(run(process.execPath, ['user.mjs'])).toBe('fine\n');
  });

  it('says what is missing without its optional packages', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'tilecast-without-webgpu-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    mkdirSync(join(elsewhere, 'node_modules'));
    symlinkSync(join(ROOT, 'node_modules', '@sparticuz'), join(elsewhere, 'node_modules', '@sparticuz'));
    run('cp', ['-r', installed, join(elsewhere, 'node_modules', 'tilecast')]);
    const program = join(elsewhere, 'user.mjs');
    writeFileSync(
      program,
      `import { openGpu } from 'tilecast/node';
       await openGpu({ software: true }).catch(({ name, message }) => console.log(name + ': ' + message));`,
    );
    expect(run(process.execPath, [program])).toBe(
      'DeviceError: the optional npm package webgpu is not installed; npm install webgpu brings it\n',
    );
  });

  it('has declarations that a strict program checks, with those of the DOM and without', () => {
    compile('node.ts', NODE_PROGRAM, [...FOR_NODE, '--types', 'node']);
    compile('node-dom.ts', NODE_PROGRAM, [...FOR_NODE, '--types', 'node', '--lib', 'es2023,dom']);
    compile('page.ts', PAGE_PROGRAM, FOR_PAGES);
  });

  it('would be told of a wrong program', () => {
    expect(() => compile('wrong.ts', PAGE_PROGRAM.replace('loadVolume,', 'loadVolumes,'), FOR_PAGES)).toThrow();
  });

  it('is what publint and are-the-types-wrong ask for', () => {
    run(bin('publint'), ['run', tarball, '--strict']);
    run(bin('attw'), [tarball, '--profile', 'esm-only', '--no-emoji', '--no-color']);
  });

  it('carries no sources, tests or tools', () => {
    expect(readdirSync(installed).sort()).toEqual([
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'dist',
      'package.json',
      'volumes',
    ]);
    expect(readdirSync(join(installed, 'dist')).sort()).toEqual([
      'LICENSES-BUNDLED.md',
      'chunks',
      'cli',
      'index.d.ts',
      'index.js',
      'lab.d.ts',
      'lab.js',
      'mesh.d.ts',
      'mesh.js',
      'node',
      'viewer',
    ]);
  });

  it('declares its entries in one file each, and what they share in one more', () => {
    const dist = join(installed, 'dist');
    expect(filesBelow(dist, '.d.ts')).toEqual([
      join('chunks', 'declarations.d.ts'),
      'index.d.ts',
      'lab.d.ts',
      'mesh.d.ts',
      join('node', 'index.d.ts'),
      join('viewer', 'index.d.ts'),
    ]);
  });

  it('has readable code, a source map for each file with code of its own, and the names of errors spelt out', () => {
    const dist = join(installed, 'dist');
    const code = filesBelow(dist, '.js').map((name) => readFileSync(join(dist, name), 'utf8'));
    expect(code.some((text) => /^var Renderer = class /m.test(text))).toBe(true);
    expect(code.some((text) => /name = ["']InputError["']/.test(text))).toBe(true);
    expect(filesBelow(dist, '.js.map').length).toBeGreaterThan(10);
  });
});
