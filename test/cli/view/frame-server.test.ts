/** Frames that the viewer's page asks its server for: of the files that it was given alone. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FrameServer } from '../../../src/cli/view/frame-server.js';
import { listInputs } from '../../../src/cli/view/list-inputs.js';
import { startViewerServer, type ViewerServer } from '../../../src/cli/view/viewer-server.js';
import { makeFolder } from '../run-cli.js';

const folder = makeFolder();
const scan = join(folder, 'scan.nrrd');
writeFileSync(scan, 'NRRD0004');
writeFileSync(join(folder, 'other.nrrd'), 'NRRD0004');

let server: ViewerServer;
let frames: FrameServer;
beforeAll(async () => {
  const files = await listInputs([scan]);
  frames = new FrameServer(files);
  server = await startViewerServer({ files, port: 0, attributes: {}, frames });
});
afterAll(async () => {
  server.close();
  await frames.close();
});

async function ask(body: string, path = 'frames', method = 'POST') {
  const response = await fetch(new URL(path, server.url), { method, ...(method === 'POST' && { body }) });
  return { status: response.status, text: await response.text() };
}

it('says that it renders for browsers without WebGPU', async () => {
  const { text } = await ask('', 'inputs.json', 'GET');
  expect(JSON.parse(text).remote).toBe('without-webgpu');
});

it.each([
  ['another file', { version: 1, inputs: [join(folder, 'other.nrrd')] }],
  ['a file of the system', { version: 1, inputs: [{ path: '/etc/passwd' }] }],
  ['another mask', { version: 1, inputs: [scan], mask: { path: '/etc/passwd' } }],
  ['another panorama', { version: 1, inputs: [scan], environment: { path: '/etc/passwd' } }],
])('refuses %s', async (_, recipe) => {
  const { status, text } = await ask(JSON.stringify(recipe));
  expect([status, JSON.parse(text).error]).toEqual([403, expect.stringContaining('was not given to tilecast view')]);
});

it('refuses bodies that are no recipes, or are too large, and other requests with bodies', async () => {
  expect((await ask('{')).status).toBe(400);
  expect((await ask(' '.repeat(5 << 20)).catch(() => ({ status: 413 }))).status).toBe(413);
  expect((await ask('{}', 'inputs.json')).status).toBe(405);
  expect((await ask('', 'frames', 'GET')).status).toBe(404);
});
