/** `--within`: what inputs name, and where links lead, stays in a folder; without it, what was read elsewhere is said. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodePng } from '../../src/node/png/png.js';
import { expectRefusal, SMALL, writeNrrd } from './attacks/refusal.js';
import { makeFolder, runProcess } from './run-cli.js';

const top = realpathSync(makeFolder());
const inside = join(top, 'inside');
const outside = join(top, 'outside');
for (const folder of [inside, outside, join(inside, 'below'), join(inside, 'links')]) mkdirSync(folder);

const write = (path: string, content: string | Uint8Array): string => {
  writeFileSync(path, content);
  return path;
};
const voxels = Uint8Array.from({ length: 64 }, (_, index) => 3 * index);
const scan = writeNrrd(join(inside, 'scan.nrrd'), '', voxels);
write(join(inside, 'voxels.raw'), voxels);
const secret = write(join(outside, 'voxels.raw'), voxels);
const secretScan = writeNrrd(join(outside, 'scan.nrrd'));
const mesh = write(join(inside, 'mesh.obj'), 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
const png = encodePng({ width: 1, height: 1, pixels: Uint8Array.of(9, 9, 9, 255) } as never, {});
for (const folder of [inside, outside]) {
  write(join(folder, 'a.mtl'), 'newmtl red\nKd 1 0 0\n');
  write(join(folder, 'a.png'), png);
  write(join(folder, 'a.bin'), new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer));
  write(
    join(folder, 'transfer.json'),
    '{"colors": [{"value": 0, "color": "red"}], "opacities": [{"value": 0, "opacity": 1}]}',
  );
  write(join(folder, 'camera.json'), '{}');
}

const nrrdOf = (name: string, file: string) => writeNrrd(join(inside, name), `data file: ${file}\n`);
const metaOf = (name: string, file: string) =>
  write(
    join(inside, name),
    `ObjectType = Image\nNDims = 3\nDimSize = 4 4 4\nElementType = MET_UCHAR\nElementDataFile = ${file}\n`,
  );
const objOf = (name: string, file: string) =>
  write(join(inside, name), `mtllib ${file}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n`);
const gltfOf = (name: string, buffer: string, image: string) =>
  write(
    join(inside, name),
    JSON.stringify({
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 0 }, material: 0 }] }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      textures: [{ source: 0 }],
      images: [{ uri: image }],
      buffers: [{ uri: buffer, byteLength: 36 }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    }),
  );
const link = (name: string, target: string) => {
  const path = join(inside, name);
  symlinkSync(target, path);
  return path;
};

/** A folder of slices, one of which is a link to elsewhere. */
function linkedFolder(): string {
  const folder = join(inside, 'slices');
  mkdirSync(folder);
  for (const slice of [1, 2]) copyFileSync(join(inside, 'a.png'), join(folder, `${slice}.png`));
  symlinkSync(join(outside, 'a.png'), join(folder, '3.png'));
  return folder;
}

/** A store whose metadata are a link to elsewhere. */
function linkedStore(): string {
  const store = join(inside, 'store.zarr');
  mkdirSync(store);
  const metadata = JSON.stringify({ zarr_format: 2, shape: [4, 4, 4], chunks: [4, 4, 4], dtype: '|u1', order: 'C' });
  write(join(outside, '.zarray'), metadata);
  symlinkSync(join(outside, '.zarray'), join(store, '.zarray'));
  return store;
}

const out = join(top, 'never.png');
const render = (...args: string[]) => ['render', ...args, '-o', out, ...SMALL];

describe('--within', () => {
  it.each<[string, string[]]>([
    ['NRRD’s data, by a path upwards', ['info', nrrdOf('up.nhdr', '../outside/voxels.raw')]],
    ['NRRD’s data, by an absolute path', ['info', nrrdOf('absolute.nhdr', secret)]],
    ['NRRD’s data, which do not exist', ['info', nrrdOf('missing.nhdr', '../outside/missing.raw')]],
    [
      'NRRD’s data, through a link',
      ['info', nrrdOf('linked.nhdr', 'linked.raw'), link('linked.raw', secret)].slice(0, 2),
    ],
    ['NRRD’s data, to convert', ['convert', join(inside, 'up.nhdr'), '-o', join(top, 'never.nrrd')]],
    ['NRRD’s data, for a store', ['convert', join(inside, 'up.nhdr'), '-o', join(top, 'never.zarr')]],
    ['NRRD’s data, to render', render(join(inside, 'up.nhdr'))],
    ['MetaImage’s data', ['info', metaOf('up.mhd', '../outside/voxels.raw')]],
    ['OBJ’s materials', ['info', objOf('up.obj', '../outside/a.mtl')]],
    ['glTF’s buffers', ['info', gltfOf('buffer.gltf', '../outside/a.bin', 'a.png')]],
    ['glTF’s images', ['info', gltfOf('image.gltf', 'a.bin', '../outside/a.png')]],
    ['glTF’s images, escaped', ['info', gltfOf('escaped.gltf', 'a.bin', '%2e%2e/outside/a.png')]],
    ['an input that is a link', ['info', link('scan-link.nrrd', secretScan)]],
    ['an input elsewhere', render(secretScan)],
    ['a folder that is a link', ['info', link('folder-link', outside)]],
    ['a slice that is a link', ['info', linkedFolder()]],
    ['a piece of a store that is a link', ['info', linkedStore()]],
    ['a raw volume', render(secret, '--raw', '4x4x4:uint8')],
    ['a transfer function', render(scan, '--transfer', join(outside, 'transfer.json'))],
    ['a camera', render(scan, '--camera', join(outside, 'camera.json'))],
    ['cameras', render(scan, '--cameras', join(outside, 'camera.json'))],
    ['a mask', render(scan, '--mask', secretScan)],
    ['values on a mesh', render(mesh, '--values', secret)],
    ['a panorama', render(mesh, '--quality', 'path', '--environment', join(outside, 'camera.json'))],
    ['a picture to replay', render('--replay', join(outside, 'a.png'))],
  ])('refuses %s', (_, args) => {
    expectRefusal(
      [...args, '--within', inside],
      new RegExp(`^tilecast: .*: lies outside ${inside}, in which --within keeps all that is read$`),
    );
    for (const name of ['never.png', 'never.nrrd', 'never.zarr']) expect(existsSync(join(top, name))).toBe(false);
  });

  it('refuses addresses, and folders that are none', () => {
    expectRefusal(['info', 'https://data.example.org/a.nrrd', '--within', inside], /is an address, and --within keeps/);
    expectRefusal(['info', scan, '--within', join(top, 'missing')], /--within: .*missing is no folder/);
    expectRefusal(['info', scan, '--within', scan], /--within: .*scan\.nrrd is no folder/);
  });

  it.each<[string, string[]]>([
    ['data beside the header', [nrrdOf('beside.nhdr', 'voxels.raw')]],
    ['data above the header', [writeNrrd(join(inside, 'below', 'up.nhdr'), 'data file: ../voxels.raw\n')]],
    ['materials beside the mesh', [objOf('beside.obj', 'a.mtl')]],
    ['buffers and images', [gltfOf('beside.gltf', 'a.bin', 'a.png')]],
    ['links that stay', [link('links/scan.nrrd', scan)]],
  ])('reads %s', (_, args) => {
    const { status, stderr } = runProcess(['info', ...args, '--within', inside]);
    expect([status, stderr]).toEqual([0, '']);
  });

  it('may be a link itself, and leaves outputs and the settings of the user alone', () => {
    const alias = join(top, 'alias');
    symlinkSync(inside, alias);
    const picture = join(top, 'frame-%d.png');
    for (let time = 0; time < 2; time++) {
      const { status, stderr } = runProcess(
        render(join(alias, 'scan.nrrd'), '-o', picture, '--turntable', '2', '--within', alias),
      );
      expect(status, stderr).toBe(0);
    }
    const store = join(top, 'scan.zarr');
    const { status, stderr } = runProcess(['convert', scan, '-o', store, '--within', inside]);
    expect([status, stderr]).toEqual([0, '']);
    expectRefusal(['info', store, '--within', inside], /scan\.zarr: lies outside/);
  });

  it('reads the standard input, which names no files', () => {
    const command = `${process.execPath} ${join(import.meta.dirname, '../../dist/cli/main.js')}`;
    const piped = (file: string) =>
      runProcess([], {}, top, ['sh', '-c', `${command} info - --within ${inside} < ${file}`]);
    expect(piped(secretScan).status).toBe(0);
    expect(piped(join(inside, 'up.nhdr')).stderr).toMatch(/cannot be found, since the header came/);
  });
});

describe('without --within', () => {
  it('says which files an input had read from elsewhere, in one line', () => {
    const slices = ['a', 'b', 'c', 'd'].map((name) => {
      write(join(outside, `${name}.raw`), new Uint8Array(16));
      return `../outside/${name}.raw`;
    });
    const list = writeNrrd(join(inside, 'list.nhdr'), `data file: LIST 2\n${slices.join('\n')}\n`);
    const { status, stderr } = runProcess(['info', list]);
    expect(status).toBe(0);
    expect(stderr).toBe(
      `tilecast: ${list}: had ${join(outside, 'a.raw')} and 3 more files read, outside of its own folder; ` +
        '--within FOLDER refuses that\n',
    );
    expect(runProcess(['info', join(inside, 'absolute.nhdr')]).stderr).toContain(`had ${secret} read, outside of`);
    const picture = join(top, 'said.png');
    expect(runProcess(['render', join(inside, 'up.nhdr'), '-o', picture, ...SMALL]).stderr).toContain(
      `had ${secret} read`,
    );
    expect(readFileSync(picture).length).toBeGreaterThan(0);
  });

  it('says nothing of files in the folder, whatever they are called by', () => {
    const { stderr } = runProcess(['info', nrrdOf('own.nhdr', join(inside, 'voxels.raw'))]);
    expect(stderr).toBe('');
    expect(runProcess(['info', nrrdOf('around.nhdr', '../inside/voxels.raw')]).stderr).toBe('');
  });
});
