/** `tilecast mcp` as an agent's program starts it: a session of all tools, and files that are none of its business. */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MAIN, makeFolder, runCli } from '../run-cli.js';

const VOLUMES = join(import.meta.dirname, '..', '..', '..', 'volumes');
const folder = makeFolder();
const root = join(folder, 'root');
mkdirSync(root);
for (const name of ['head-phantom.nrrd', 'knot.ply']) copyFileSync(join(VOLUMES, name), join(root, name));
writeFileSync(join(folder, 'secret.ply'), readFileSync(join(root, 'knot.ply')));

interface Answer {
  readonly content: readonly { readonly type: string; readonly text?: string; readonly data?: string }[];
  readonly isError?: boolean;
}

async function callTools(calls: readonly (readonly [name: string, given: object])[]): Promise<Answer[]> {
  const child = spawn(process.execPath, [MAIN, 'mcp', '--root', root, '--software']);
  const requests = calls.map(([name, given], id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: given },
  }));
  child.stdin.end(requests.map((request) => `${JSON.stringify(request)}\n`).join(''));
  const lines = Buffer.concat(await child.stdout.toArray())
    .toString()
    .trim()
    .split('\n');
  const replies = lines.map((line) => JSON.parse(line) as { id: number; result: Answer });
  return calls.map((_, wanted) => replies.find(({ id }) => id === wanted)!.result);
}

it('describes, renders, slices, measures and converts files of its folder', async () => {
  const [info, picture, slices, thickness, converted] = await callTools([
    ['info', { input: 'knot.ply' }],
    ['render', { inputs: ['head-phantom.nrrd'], size: '48x40', azimuth: 40 }],
    ['slices', { inputs: ['head-phantom.nrrd'], plane: 'axial' }],
    ['measure', { question: 'thickness', meshes: ['knot.ply'] }],
    ['convert', { input: 'knot.ply', output: 'made/knot.stl' }],
  ]);
  expect(JSON.parse(info!.content[0]!.text!)).toMatchObject({ kind: 'mesh', triangles: 3840 });
  const path = join(folder, 'own.png');
  const args = ['--size', '48x40', '--azimuth', '40', '--software', '-o', path];
  expect(runCli(['render', join(root, 'head-phantom.nrrd'), ...args]).status).toBe(0);
  expect(Buffer.from(picture!.content[0]!.data!, 'base64').equals(readFileSync(path))).toBe(true);
  expect(slices!.content[0]).toMatchObject({ type: 'image', mimeType: 'image/png' });
  expect(thickness!.content[0]!.text).toMatch(/^thickness\n[\d.]+\n/);
  expect(converted).toMatchObject({ isError: true });
  expect(converted!.content[0]!.text).toMatch(/made/);
});

it('reads and writes nothing elsewhere, and overwrites nothing', async () => {
  const refused = await callTools([
    ['info', { input: '../secret.ply' }],
    ['info', { input: join(folder, 'secret.ply') }],
    ['info', { input: 'https://127.0.0.1/a.nrrd' }],
    ['render', { inputs: ['../secret.ply'] }],
    ['render', { inputs: ['knot.ply'], output: '/tmp/x.png' }],
    ['measure', { question: 'distance', meshes: ['knot.ply', '../secret.ply'] }],
    ['convert', { input: 'knot.ply', output: '../out.stl' }],
    ['convert', { input: 'knot.ply', output: 'knot.ply' }],
    ['convert', { input: '../secret.ply', output: 'own.stl' }],
    ['convert', { input: 'knot.ply', output: '-o.stl', isosurface: 'NaN' }],
    ['info', { input: '--help' }],
  ]);
  for (const answer of refused) expect(answer).toMatchObject({ isError: true, content: [{ type: 'text' }] });
  expect(existsSync(join(folder, 'out.stl'))).toBe(false);
  expect(existsSync(join(root, 'own.stl'))).toBe(false);
  const [right] = await callTools([['convert', { input: 'knot.ply', output: 'knot.stl' }]]);
  expect(right).toEqual({ content: [{ type: 'text', text: 'wrote knot.stl' }] });
  expect(existsSync(join(root, 'knot.stl'))).toBe(true);
});
