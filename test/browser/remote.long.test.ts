/** `tilecast view --remote`, and pages whose browser has no WebGPU: frames come from the command's own process. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect, it, onTestFinished, type TestContext } from 'vitest';
import { writeVolume } from '../../src/index.js';
import { MAIN, makeFolder, runCli } from '../cli/run-cli.js';
import { createDrop, differenceOf } from './open-viewer.js';
import { useChromium } from './use-chromium.js';

const used = useChromium([]);
const folder = makeFolder();
const scan = join(folder, 'drop.nrrd');

async function startView(args: readonly string[], file = scan): Promise<string> {
  const { pieces } = await writeVolume(createDrop(), 'drop.nrrd');
  writeFileSync(scan, Buffer.concat(pieces));
  const child = spawn(process.execPath, [MAIN, 'view', file, '--no-open', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill());
  return new Promise((resolve) => child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())));
}

async function openPage(context: TestContext, url: string): Promise<{ page: Page; forms: string[] }> {
  const { chromium, problem } = used();
  if (!chromium) return context.skip(problem);
  const page = await chromium.browser.newPage({ viewport: { width: 320, height: 300 } });
  const forms: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/frames')) forms.push(searchParams.get('output')!);
  });
  await page.goto(url);
  return { page, forms };
}

/** Runs a function of the element in the page. */
const run = (page: Page, work: string) => page.evaluate(`(${work})(document.querySelector('tilecast-viewer'))`);

const AT_REST = `(viewer) => new Promise((resolve) => {
  viewer.addEventListener('frame', ({ detail }) => detail.kind === 'resting' && resolve(detail.workgroup));
  viewer.change({});
})`;

it('a page without WebGPU shows the picture of the command line', async (context) => {
  const { page, forms } = await openPage(context, await startView(['--quality', 'plain']));
  await page.waitForSelector('tilecast-viewer');
  expect(await run(page, AT_REST)).toBe('remote');
  expect(forms).toContain('png');
  const data = await run(
    page,
    `async (viewer) => Array.from(new Uint8Array(await (await viewer.screenshot({ width: 200, height: 150 })).arrayBuffer()))`,
  );
  const saved = join(folder, 'saved.png');
  writeFileSync(saved, Buffer.from(data as number[]));
  const replayed = join(folder, 'replayed.png');
  const { status, stderr } = runCli(['render', '--replay', saved, scan, '-o', replayed]);
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  const [a, b] = [saved, replayed].map((path) => PNG.sync.read(readFileSync(path)));
  expect(differenceOf(a!, b!)).toBe(0);
});

it('points are picked at the server’s depths', async (context) => {
  const { page } = await openPage(context, await startView([]));
  await page.waitForSelector('tilecast-viewer');
  await run(page, AT_REST);
  await page.getByRole('button', { name: 'Measure a length' }).click();
  await page.mouse.click(150, 170);
  await page.mouse.click(175, 175);
  const measured = `(viewer) => new Promise((resolve) => {
    const look = () => viewer.document.measurements.length > 0 ? resolve(viewer.document.measurements[0].points) : setTimeout(look, 100);
    look();
  })`;
  const points = (await run(page, measured)) as number[][];
  // The drop's box, which its surface lies in.
  for (const [axis, [low, high]] of [
    [-10.5, 13.5],
    [3.4, 27.4],
    [6.25, 30.25],
  ].entries()) {
    for (const point of points) {
      expect(point[axis]).toBeGreaterThan(low!);
      expect(point[axis]).toBeLessThan(high!);
    }
  }
});

it('files that arrive in parts are asked for once they are whole', async (context) => {
  const large = join(folder, 'large.nrrd');
  const header = 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 200 200 200\nencoding: raw\n\n';
  writeFileSync(
    large,
    Buffer.concat([Buffer.from(header), Uint8Array.from({ length: 200 ** 3 }, (_, at) => at % 251)]),
  );
  const { page } = await openPage(context, 'about:blank');
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/frames?')) statuses.push(response.status());
  });
  await page.goto(await startView(['--quality', 'plain'], large));
  await expect.poll(() => statuses.length).toBeGreaterThan(0);
  expect(statuses).not.toContain(400);
});

it('begins by a copy in fewer voxels, and reads the file once slices are shown', async (context) => {
  const large = join(folder, 'copied.nrrd');
  const { pieces } = await writeVolume(createDrop([150, 130, 120]), 'copied.nrrd', { compress: false });
  writeFileSync(large, Buffer.concat(pieces));
  const { page } = await openPage(context, 'about:blank');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/').slice(2).join('/')));
  await page.goto(await startView(['--quality', 'plain'], large));
  await page.waitForSelector('tilecast-viewer');
  await run(page, AT_REST);
  expect(asked).toContain('copy');
  expect(asked).not.toContain('files/0');
  const viewOf = async () => JSON.parse((await run(page, '(viewer) => viewer.saveView()')) as string);
  const copied = await viewOf();
  await run(page, `(viewer) => { viewer.layout = 'four'; }`);
  const number = page.getByRole('slider', { name: 'Axial slice number' });
  await expect.poll(() => asked).toContain('files/0');
  await expect.poll(async () => (await viewOf()).inputs[0].sha256).toBeDefined();
  expect(await number.getAttribute('max')).toBe('119');
  const { transfer, shading, camera } = await viewOf();
  expect({ transfer, shading }).toEqual({ transfer: copied.transfer, shading: copied.shading });
  // Fitted to fewer voxels, it is off by less than one of them.
  const distance = Math.hypot(...camera.target.map((x: number, axis: number) => x - copied.camera.target[axis]));
  expect(distance).toBeLessThan(3 * 1.5);
});
