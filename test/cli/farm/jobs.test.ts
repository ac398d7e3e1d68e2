/** Jobs that a worker accepts of a queue: those that this version makes, and files below its root alone. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  checkFrameJob,
  checkMergeJob,
  checkPartJob,
  checkSeriesJob,
  recipeForJob,
} from '../../../src/cli/farm/jobs/job-form.js';
import { returnPicture, writeReturned } from '../../../src/cli/farm/jobs/returned-pictures.js';
import { Performer } from '../../../src/cli/farm/perform.js';
import { WorkerFiles } from '../../../src/cli/farm/worker-files.js';
import { listPictures } from '../../../src/cli/render/frames/list-pictures.js';
import { InputError } from '../../../src/errors.js';
import { readMesh } from '../../../src/index.js';
import { encodePng, type OpenedFile, openInputs } from '../../../src/node/index.js';
import { createRecipe, type Recipe } from '../../../src/recipe/recipe.js';
import { createRandom } from '../../camera/random.js';
import { makeFolder } from '../run-cli.js';

const recipe: Recipe = createRecipe({
  inputs: [{ path: 'scan.nrrd', sha256: '0'.repeat(64) }],
  options: { size: '32x32', mode: 'composite' },
  camera: { projection: 'orthographic', eye: [0, 0, 1], target: [0, 0, 0], up: [0, 1, 0], height: 2 },
});
const job = { version: 1, recipe: recipeForJob(recipe), inputs: ['scan.nrrd'], output: 'scan.png', several: false };

const SEED = Math.floor(Math.random() * 1e6);
const CASES = Number(process.env['TILECAST_CASES'] ?? 500);

describe('a job', () => {
  it('comes back from a queue as it was', () => {
    expect(checkFrameJob(JSON.parse(JSON.stringify(job)))).toEqual({ ...job, recipe });
  });

  it.each([
    ['another version', { ...job, version: 2 }, /version 2/],
    ['no recipe', { ...job, recipe: undefined }, /it must be an object/],
    ['an option that writes', { ...job, recipe: { ...(job.recipe as object), stats: 'x' } }, /"stats"/],
    ['an option of queues', { ...job, recipe: { ...(job.recipe as object), queue: 'x' } }, /"queue"/],
    [
      'a panorama',
      { ...job, recipe: { ...(job.recipe as object), environment: '/etc/hosts' } },
      /hosts is a file, which jobs do not name/,
    ],
    ['no inputs', { ...job, inputs: [] }, /inputs/],
    ['an input that is no path', { ...job, inputs: [{}] }, /path/],
    ['an output that is no path', { ...job, output: 'a\0b' }, /output must be a path/],
    ['a list', [], /must be an object/],
    ['an output that is no picture', { ...job, output: '.ssh/authorized_keys' }, /output must end in \.png/],
    ['an output that is a name of none', { ...job, output: 'a/.png' }, /output must end in \.png/],
    ['an input a thousand times', { ...job, inputs: new Array(1000).fill('scan.nrrd') }, /inputs are 1000/],
  ])('is refused with %s', (_, data, message) => {
    expect(() => checkFrameJob(data)).toThrow(message);
  });

  it('of anything but what it should be is refused in one line, and changes no prototype', () => {
    const random = createRandom(SEED);
    const odd = [
      ...[null, true, 0, -1, 1e300, '', '..', '\0', 'x'.repeat(100_000), [], {}, [[]], { path: '/etc/passwd' }],
      ...[JSON.parse('{"__proto__": {"polluted": 1}}'), { constructor: { prototype: { polluted: 1 } } }, ['__proto__']],
      ...['__proto__', 'constructor', 'toString', '1e9', 'NaN', '-1', '\u001b[2J'],
    ];
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
    let refused = 0;
    for (let index = 0; index < CASES; index++) {
      const attack = JSON.parse(JSON.stringify({ ...job, parts: 2, part: 0, store: 's', sources: ['a'] }));
      // One place anywhere in it becomes something else.
      let place = attack;
      for (;;) {
        const name = pick([...Object.keys(place), pick(['__proto__', 'constructor', 'output', 'options'])]);
        if (typeof place[name] === 'object' && place[name] !== null && Object.hasOwn(place, name) && random() < 0.7) {
          place = place[name];
          continue;
        }
        Object.defineProperty(place, name, { value: pick(odd), enumerable: true, configurable: true, writable: true });
        break;
      }
      for (const check of [checkFrameJob, checkPartJob, checkMergeJob, checkSeriesJob]) {
        try {
          check(JSON.parse(JSON.stringify(attack)));
        } catch (error) {
          refused++;
          expect(error, `seed ${SEED}, case ${index}`).toBeInstanceOf(InputError);
          expect((error as Error).message).not.toContain('\n');
        }
      }
    }
    expect(refused).toBeGreaterThan(CASES / 4);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  const parts = 'scan.png.0f.parts';

  it.each([
    ['the parts’ folder', { store: `${parts}/3` }, undefined],
    ['that of the output elsewhere', { store: '/shared/scan.png.0f.parts/1-0', output: '/shared/scan.png' }, undefined],
    ['a file beside it', { store: '3' }, /must lie in a folder of scan.png’s/],
    ['a file of the user', { store: 'scan.nrrd' }, /must lie in a folder/],
    ['a folder of another picture', { store: 'other.png.0f.parts/3' }, /must lie in a folder/],
    ['a way out', { store: `${parts}/../../3` }, /must lie in a folder/],
    ['a name that means something', { store: `${parts}/.profile` }, /must lie in a folder/],
    ['a folder of the user', { store: 'scan.png.mine/3' }, /must lie in a folder/],
  ])('writes its part to %s, or not at all', (_, changes, message) => {
    const check = () => checkPartJob({ ...job, parts: 2, part: 0, ...changes });
    if (message) expect(check).toThrow(message);
    else expect(check()).toMatchObject(changes);
  });

  it.each([
    ['files of the user', ['scan.nrrd', 'notes.txt'], /must lie in a folder/],
    ['pictures of the user', ['holiday.png'], /must lie in a folder/],
    ['the same part again and again', new Array(9999).fill(`${parts}/0`), /must differ/],
  ])('merges no %s, which it would delete', (_, sources, message) => {
    expect(() => checkMergeJob({ ...job, sources })).toThrow(message);
    expect(checkMergeJob({ ...job, sources: [`${parts}/0`, `${parts}/1`] })).toMatchObject({ whole: false });
  });

  it.each([
    ['pictures of the user', 'a.png', ['holiday.png'], /must lie in a\.png\.frames/],
    ['pictures in a folder below', 'a.png', ['a.png.frames/b/0.png'], /must lie in/],
    ['other files', 'a.png', ['a.png.frames/notes.txt'], /must end in \.png/],
    ['a frame again and again', 'a.png', new Array(9999).fill('a.png.frames/0.png'), /must differ/],
    ['frames without number', 'a.png', new Array(100_001).fill('a.png.frames/0.png'), /are 100001/],
    ['a name that means something', '.profile', ['.profile.frames/0.png'], /must end in \.png/],
  ])('animates no %s, which it would delete', (_, path, frames, message) => {
    expect(() => checkSeriesJob({ version: 1, animation: { path, frames, framesPerSecond: 9 } })).toThrow(message);
    const whole = { path: '/a/b.png', frames: ['/a/b.png.frames/0.png', '/a/b.png.frames/1.png'], framesPerSecond: 9 };
    expect(checkSeriesJob({ version: 1, animation: whole })).toEqual({ version: 1, animation: whole });
  });

  it('that ends a series is checked as well', () => {
    expect(checkSeriesJob({ version: 1 })).toEqual({ version: 1 });
    expect(() => checkSeriesJob({ version: 1, animation: { path: 'a.png', frames: [] } })).toThrow(/speed/);
  });
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

describe('a worker', () => {
  const outside = makeFolder();
  const root = makeFolder();
  const files = new WorkerFiles(root);
  writeFileSync(join(outside, 'secret.nrrd'), 'secret');
  writeFileSync(join(root, 'scan.nrrd'), 'NRRD0004');
  symlinkSync(outside, join(root, 'way-out'));
  symlinkSync(join(outside, 'secret.nrrd'), join(root, 'link.png'));

  it.each(['/etc/passwd', '../x.nrrd', join(outside, 'secret.nrrd'), 'way-out/secret.nrrd'])(
    'reads nothing of %s',
    async (path) => {
      await expect(files.input(path)).rejects.toThrow(/lies outside|does not exist/);
    },
  );

  it.each(['../x.png', join(outside, 'x.png'), 'way-out/x.png', 'way-out/new/x.png', 'link.png'])(
    'writes nothing to %s',
    async (path) => {
      await expect(files.write(path, new Uint8Array(3))).rejects.toThrow(/lies outside|not a regular file/);
      expect(readFileSync(join(outside, 'secret.nrrd'), 'utf8')).toBe('secret');
    },
  );

  it('reads inputs in one folder of its root alone where that is asked, and what jobs wrote anywhere below it', async () => {
    const inputs = join(root, 'inputs');
    mkdirSync(inputs);
    writeFileSync(join(inputs, 'scan.nrrd'), '');
    writeFileSync(join(root, 'part.bin'), 'part');
    const narrow = new WorkerFiles(root, { within: inputs });
    expect(await narrow.input('inputs/scan.nrrd')).toBe(join(inputs, 'scan.nrrd'));
    await expect(narrow.input('part.bin')).rejects.toThrow(/part\.bin: lies outside .*inputs/);
    expect(narrow.where.within).toEqual([inputs]);
    expect(Buffer.from(await narrow.read('part.bin')).toString()).toBe('part');
    await narrow.write('beside.png', Uint8Array.of(1));
  });

  it('makes no picture without the materials that a mesh names elsewhere', async () => {
    writeFileSync(join(outside, 'red.mtl'), 'newmtl red\nKd 1 0 0\n');
    const mesh = join(root, 'mesh.obj');
    writeFileSync(mesh, `mtllib ${join(outside, 'red.mtl')}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n`);
    const [opened] = await openInputs([mesh], files.where);
    await expect(readMesh((opened as OpenedFile).source)).rejects.toThrow(/red\.mtl: lies outside/);
  });

  it('makes folders below its root', async () => {
    await files.write('new/folder/x.png', Uint8Array.of(1));
    expect([...readFileSync(join(root, 'new', 'folder', 'x.png'))]).toEqual([1]);
  });

  it.each([
    ['https://data.example.org/a.nrrd', true],
    ['https://data.example.org:8443/a.nrrd', false],
    ['https://data.example.org.evil.net/a.nrrd', false],
    ['https://data.example.org@evil.net/a.nrrd', false],
    ['https://evil.net/data.example.org', false],
    ['https:///etc/passwd', false],
    ['file:///etc/passwd', false],
  ])('reads of the web what its hosts have: %s', async (url, isAllowed) => {
    const asked = new WorkerFiles(root, { hosts: ['data.example.org'] }).input(url);
    if (isAllowed) expect(await asked).toBe(url);
    else await expect(asked).rejects.toThrow(/does not read|does not exist/);
    await expect(files.input(url)).rejects.toThrow(/--allow-remote|does not exist/);
  });

  it('reads no pieces of stores that lie elsewhere', async () => {
    const store = join(root, 'store.zarr');
    mkdirSync(store);
    symlinkSync(join(outside, 'secret.nrrd'), join(store, 'zarr.json'));
    const [opened] = await openInputs([store], files.where);
    const { store: open } = opened as Extract<typeof opened, { store: unknown }>;
    await expect(open({})).rejects.toThrow(/lies outside/);
  });

  it('follows no redirections to other hosts', async () => {
    const elsewhere = createServer((_, response) => response.end('NRRD0004'));
    const server = createServer(({ url }, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${portOf(elsewhere)}${url}` }).end(),
    );
    onTestFinished(() => {
      for (const one of [server, elsewhere]) one.close();
    });
    for (const one of [server, elsewhere]) await new Promise<void>((next) => one.listen(0, '127.0.0.1', next));
    const { where } = new WorkerFiles(root, { hosts: [`127.0.0.1:${portOf(server)}`] });
    const address = `http://127.0.0.1:${portOf(server)}/a.nrrd`;
    await expect(openInputs([address], where)).rejects.toThrow(/the server answers 302/);
    expect(await openInputs([address])).toHaveLength(1);
    const direct = `http://127.0.0.1:${portOf(elsewhere)}/a.nrrd`;
    await expect(openInputs([direct], where)).rejects.toThrow(/is at 127.0.0.1:\d+, of which nothing is read here/);
  });

  it('tells a disk that is full now from a place where it never writes: jobs are tried again then', async () => {
    writeFileSync(join(root, 'file'), '');
    const refused = await files.write('file/x.png', Uint8Array.of(1)).catch((error: Error) => error);
    expect(refused).toBeInstanceOf(Error);
    expect(refused).not.toBeInstanceOf(InputError);
    expect(await files.write('../x.png', Uint8Array.of(1)).catch((error: Error) => error)).toBeInstanceOf(InputError);
  });

  const context = { signal: new AbortController().signal, childResults: async () => [], childFailures: async () => [] };

  it('compares the digest of a file before anything decodes it', async () => {
    const noDevice = Promise.reject(new Error('no device here'));
    noDevice.catch(() => undefined);
    const performer = new Performer(files, () => noDevice);
    for (const bytes of ['nothing that could be decoded', 'NRRD0004\ntype: lies\n\n']) {
      writeFileSync(join(root, 'swapped.nrrd'), bytes);
      const frame = performer.perform({ kind: 'frame', data: { ...job, inputs: ['swapped.nrrd'] } }, context);
      await expect(frame).rejects.toThrow(/swapped\.nrrd: is another file here than the job was made for/);
    }
  });

  it('refuses jobs of kinds that it does not know, before it opens a device', async () => {
    const performer = new Performer(files, () => Promise.reject(new Error('no device here')));
    await expect(performer.perform({ kind: 'constructor', data: {} }, context)).rejects.toThrow(/does not know/);
    await expect(performer.perform({ kind: 'frame', data: { ...job, output: '../x.png' } }, context)).rejects.toThrow(
      /lies outside/,
    );
  });
});

describe('a picture that comes back through the queue', () => {
  const folder = makeFolder();
  const path = join(folder, 'new', 'a.png');
  const pixels = new Uint8Array(16).fill(255);
  const png = encodePng({ width: 2, height: 2, pixels }, { text: { 'tilecast:recipe': '{}' } });
  const described = { series: { animation: undefined }, paths: [path] } as unknown as Parameters<
    typeof writeReturned
  >[0];

  it('is written as it was', async () => {
    await writeReturned(described, [JSON.parse(JSON.stringify(returnPicture(png, path)))]);
    expect(readFileSync(path).equals(png)).toBe(true);
  });

  it('is refused where it is too large for a queue, or none', async () => {
    expect(() => returnPicture(new Uint8Array(5 << 20), path)).toThrow(/leave out --collect/);
    const others = [undefined, {}, { png: 1 }, { png: '' }, { png: Buffer.from('#!/bin/sh').toString('base64') }];
    for (const other of [
      ...others,
      { png: Buffer.from(encodePng({ width: 2, height: 2, pixels })).toString('base64') },
    ]) {
      await expect(writeReturned(described, [other])).rejects.toBeInstanceOf(InputError);
    }
  });
});

describe('{name}', () => {
  it('makes a picture of each input', () => {
    const inputs = ['a/head.nii.gz', 'b.c.nrrd', 'dicom/', '.hidden'];
    const outputs = listPictures({ inputs, output: 'out/{name}-%d.png' }).map(({ output }) => output);
    expect(outputs).toEqual(['head', 'b.c', 'dicom', '.hidden'].map((name) => `out/${name}-%d.png`));
  });

  it('refuses two of a name, and what is for one picture', () => {
    expect(() => listPictures({ inputs: ['a/x.nrrd', 'b/x.ply'], output: '{name}.png' })).toThrow(/same name/);
    expect(() => listPictures({ inputs: ['x.nrrd'], output: '{name}.png', stats: 's.json' })).toThrow(/--stats/);
    expect(() => listPictures({ output: '{name}.png' })).toThrow(/there is none/);
  });
});
