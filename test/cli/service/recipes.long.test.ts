/** Twenty recipes through HTTP and through pipes against the command line: the same file, to the byte. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN, makeFolder, runCli } from '../run-cli.js';

const VOLUMES = join(import.meta.dirname, '..', '..', '..', 'volumes');
const [HEAD, SIGNAL, KNOT] = ['head-phantom.nrrd', 'marschner-lobb.nrrd', 'knot.ply'];

/** Options of a recipe, in the order of the command line. */
type Options = Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;

const CASES: readonly (readonly [inputs: readonly string[], options: Options])[] = [
  [[HEAD], {}],
  [[HEAD], { transfer: 'bone', quality: 'plain' }],
  [[HEAD], { transfer: 'muscle', crop: ['0:54,:,:'] }],
  [[HEAD], { mode: 'mip', window: [0, 300] }],
  [[HEAD], { mode: 'minip' }],
  [[HEAD], { mode: 'average' }],
  [[HEAD], { mode: 'isosurface', iso: ['300'] }],
  [[HEAD], { mode: 'xray' }],
  [[HEAD], { shade: false }],
  [[HEAD], { light: ['1,2,3'], shadows: true }],
  [[HEAD], { view: 'left', zoom: 1.5 }],
  [[HEAD], { azimuth: 30, elevation: 20, roll: 5 }],
  [[HEAD], { projection: 'orthographic', height: 200 }],
  [[HEAD], { background: 'transparent' }],
  [[HEAD], { overlay: ['scale-bar', 'orientation'], title: 'A head' }],
  [[HEAD], { quality: 'path', samples: 2 }],
  [[SIGNAL], { transfer: 'viridis', step: 0.5 }],
  [[HEAD, SIGNAL], { 'fused-transfer': ['viridis'] }],
  [[HEAD, KNOT], { 'mesh-opacity': [0.6] }],
  [[KNOT], { 'mesh-color': ['red'], reflectivity: [0.3] }],
];

describe('twenty recipes', () => {
  const folder = makeFolder();
  const children: ChildProcess[] = [];
  let url = '';
  beforeAll(async () => {
    for (const name of [HEAD, SIGNAL, KNOT]) copyFileSync(join(VOLUMES, name), join(folder, name));
    const server = start();
    [url] = (await once(createInterface(server.stdout), 'line')) as [string];
  });
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  function start(...args: string[]) {
    const child = spawn(process.execPath, [MAIN, 'serve', '--software', '--root', folder, ...args]);
    children.push(child);
    return child;
  }

  const recipes = CASES.map(([inputs, options]) => ({ version: 1, inputs, size: [40, 32], ...options }));

  function renderByCommand(index: number): Buffer {
    const [inputs, options] = CASES[index]!;
    const path = join(folder, 'by-command.png');
    const flags = Object.entries(options).flatMap(([name, value]) => {
      if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`];
      return [`--${name}`, Array.isArray(value) ? value.join() : String(value)];
    });
    const files = inputs.map((name) => join(folder, name));
    const { status, stderr } = runCli(['render', ...files, '-o', path, '--size', '40x32', '--software', ...flags]);
    expect(status, stderr).toBe(0);
    return readFileSync(path);
  }

  it('make the files of the command line', async () => {
    const pipes = start('--stdio');
    pipes.stdin.end(recipes.map((recipe, id) => `${JSON.stringify({ id, kind: 'render', recipe })}\n`).join(''));
    const said = Buffer.concat(await pipes.stdout.toArray());
    const piped = new Map<number, Buffer>();
    for (let at = said.indexOf('\n') + 1; at < said.length; ) {
      const end = said.indexOf('\n', at);
      const head = JSON.parse(said.toString('utf8', at, end));
      expect(head.error, JSON.stringify(head)).toBeUndefined();
      at = end + 1 + head.bytes;
      piped.set(head.id, said.subarray(end + 1, at));
    }
    // Before the requests: while a command runs, this process does not see that the server ends idle connections.
    const pictures = recipes.map((_, index) => renderByCommand(index));
    for (const [index, recipe] of recipes.entries()) {
      const wanted = pictures[index]!;
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${url}/render`, { method: 'POST', headers, body: JSON.stringify(recipe) });
      const made = Buffer.from(await response.arrayBuffer());
      expect(made.equals(wanted), `HTTP: ${JSON.stringify(recipe)}`).toBe(true);
      expect(piped.get(index)!.equals(wanted), `pipes: ${JSON.stringify(recipe)}`).toBe(true);
    }
  });

  it('come as JPEG and WebP too', async () => {
    for (const [form, start] of [
      ['jpeg', 'ffd8ff'],
      ['webp', '52494646'],
    ] as const) {
      const body = JSON.stringify(recipes[0]);
      const response = await fetch(`${url}/render?output=${form}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect(response.headers.get('content-type')).toBe(`image/${form}`);
      expect(Buffer.from(await response.arrayBuffer()).toString('hex')).toMatch(new RegExp(`^${start}`));
    }
  });
});
