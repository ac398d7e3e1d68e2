/** The packed tarball, installed by npm in an empty folder, as a user would, and what compilers say of it. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FOR_NODE, FOR_PAGES, NODE_PROGRAM, PAGE_PROGRAM, packPackage, STRICT } from './pack-package.js';

/** From the oldest TypeScript that is promised to the newest. */
const COMPILERS = ['5.8', '5.9', '6.0', '7.0'];

const RENDER = `
  import { boundingSphere, computeStatistics, corners, defaultTransfer, fitCamera, Renderer, viewDirection } from 'tilecast';
  import { encodePng, loadVolume, openGpu, writeWholeFile } from 'tilecast/node';
  const volume = await loadVolume('node_modules/tilecast/volumes/head-phantom.nrrd');
  const gpu = await openGpu({ software: true });
  const scene = { volume, transfer: defaultTransfer(computeStatistics(volume)) };
  const camera = fitCamera(boundingSphere(corners(volume)), viewDirection('anterior', volume.indexToWorld), { aspect: 1 });
  await writeWholeFile('out.png', encodePng(await new Renderer(gpu).render(scene, camera, { width: 64, height: 64 })));
  gpu.destroy();
`;

const npmInstall = (...args: string[]) => ['install', '--prefer-offline', '--no-audit', '--no-fund', ...args];

describe('the package in an empty folder', () => {
  const { folder, tarball, run, remove } = packPackage();
  afterAll(remove);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  run('npm', npmInstall(tarball));

  it('brings Dawn and the software adapter by a plain npm install', () => {
    expect(readdirSync(join(folder, 'node_modules'))).toEqual(
      expect.arrayContaining(['@sparticuz', 'tilecast', 'webgpu']),
    );
  });

  it('runs a program in JavaScript', () => {
    writeFileSync(join(folder, 'render.js'), RENDER);
    run(process.execPath, ['render.js']);
    const { width, data } = PNG.sync.read(readFileSync(join(folder, 'out.png')));
    expect(width).toBe(64);
    expect(new Set(data).size, 'the picture must show something').toBeGreaterThan(20);
  });

  it('runs its command', () => {
    run('npx', ['--no', 'tilecast', 'info', 'node_modules/tilecast/volumes/head-phantom.nrrd']);
  });

  describe('in strict programs', () => {
    const compilers = join(folder, 'compilers');
    const roots = (name: string) => ['--typeRoots', join(compilers, 'node_modules', name)];
    beforeAll(() => {
      mkdirSync(compilers);
      writeFileSync(join(compilers, 'package.json'), '{ "private": true }');
      const named = COMPILERS.map((version) => `typescript-${version}@npm:typescript@~${version}.0`);
      run('npm', npmInstall('--prefix', compilers, ...named, '@types/node@20', '@webgpu/types'));
    });

    it.each(COMPILERS)('is checked by TypeScript %s', (version) => {
      const tsc = join(compilers, 'node_modules', `typescript-${version}`, 'bin', 'tsc');
      const compile = (name: string, program: string, args: readonly string[]) => {
        writeFileSync(join(folder, name), program);
        run(process.execPath, [tsc, ...STRICT, ...args, name]);
      };
      const node = [...FOR_NODE, '--types', 'node', ...roots('@types')];
      compile('node.ts', NODE_PROGRAM, node);
      compile('node.ts', NODE_PROGRAM, [...node, '--lib', 'es2023,dom']);
      compile('page.ts', PAGE_PROGRAM, FOR_PAGES);
      // These types cannot be checked by themselves beside the DOM library of TypeScript 6 and later.
      const webGpuTypes = [...roots(''), '--types', '@webgpu/types'];
      if (version.startsWith('5')) compile('page.ts', PAGE_PROGRAM, [...FOR_PAGES, ...webGpuTypes]);
    });
  });
});
