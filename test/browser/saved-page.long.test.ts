/** Pages that `tilecast view --save` and the viewer write: opened from the disk, without a server, in browsers with WebGPU and without. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it, type TestContext } from 'vitest';
import { createVolume, writeVolume } from '../../src/index.js';
import { createRandom } from '../../src/mesh/generators/random.js';
import { makeFolder, runCli } from '../cli/run-cli.js';
import { createDrop, openViewer, writeDrop } from './open-viewer.js';
import { PRESENTING_ARGUMENTS } from './start-chromium.js';
import { useChromium } from './use-chromium.js';

const folder = makeFolder();
const pagePath = join(folder, 'page.html');

async function savePage(): Promise<void> {
  const { pieces } = await writeVolume(createDrop(), 'drop.nrrd');
  writeFileSync(join(folder, 'drop.nrrd'), Buffer.concat(pieces));
  const { status, stderr } = runCli(['view', join(folder, 'drop.nrrd'), '--save', pagePath, '--azimuth', '30']);
  expect([status, stderr]).toEqual([0, expect.stringMatching(/page\.html: \d+\.\d MiB: drop\.nrrd 0\.0, the viewer/)]);
}

/** Values that compress badly, on voxels of spacing 1. */
/** A ball in noise, which no compression makes much smaller. */
async function writeNoisyBall(): Promise<Buffer> {
  const random = createRandom(7);
  const voxels = Int16Array.from({ length: 160 * 160 * 120 }, (_, at) => {
    const [i, j, k] = [at % 160, Math.floor(at / 160) % 160, Math.floor(at / 160 ** 2)];
    return (Math.hypot(i - 80, j - 80, k - 60) < 50 ? 3000 : 0) + 500 * random();
  });
  const { pieces } = await writeVolume(createVolume({ sizes: [160, 160, 120], voxels }), 'drop.nrrd');
  return Buffer.concat(pieces);
}

/** Addresses that the page asks for, but for its own and data inside of it. */
async function openPage(context: TestContext, used: ReturnType<typeof useChromium>) {
  const { chromium, problem } = used();
  if (!chromium) return context.skip(problem);
  const page = await chromium.browser.newPage({ viewport: { width: 320, height: 240 } });
  await page.context().setOffline(true);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const said: string[] = [];
  page.on('pageerror', (error) => said.push(error.message));
  await page.goto(pathToFileURL(pagePath).href);
  return {
    page,
    said,
    strangers: () => asked.filter((url) => !/^(?:data|blob):/.test(url) && !url.endsWith('page.html')),
  };
}

describe('with WebGPU', () => {
  const used = useChromium(PRESENTING_ARGUMENTS);

  it('the viewer shows the view that was saved', async (context) => {
    await savePage();
    const { page, said, strangers } = await openPage(context, used);
    await page.waitForSelector('#picture', { state: 'detached' });
    const eye = await page.evaluate(
      `document.querySelector('tilecast-viewer').camera.eye.map((value) => Math.round(value))`,
    );
    const recipe = /\\"eye\\":\[([^\]]*)\]/.exec(readFileSync(pagePath, 'latin1'))![1]!;
    expect(eye).toEqual(recipe.split(',').map((value) => Math.round(Number(value))));
    expect([said, strangers()]).toEqual([[], []]);
  });
});

describe('from the viewer', () => {
  const used = useChromium(PRESENTING_ARGUMENTS);

  /** Saves the page of what is shown, by the button, and what was said of its size before. */
  async function saveByButton(page: Page) {
    await page.getByRole('button', { name: 'Save as page' }).click();
    const save = page.getByRole('button', { name: /^Save drop\.html/ });
    await save.waitFor();
    const said = await page.locator('.panel [role=status] .hint').allTextContents();
    const downloading = page.waitForEvent('download');
    await save.click();
    await (await downloading).saveAs(pagePath);
    return { said, label: await save.textContent() };
  }

  it('holds the file, the view and the picture, and says its size before it is written', async (context) => {
    const { chromium, problem } = used();
    if (!chromium) return context.skip(problem);
    const viewer = await openViewer(chromium, { 'drop.nrrd': await writeDrop() });
    await viewer.settle();
    await viewer.run(`viewer.change({ mode: 'mip' }); viewer.setAttribute('azimuth', '40');`);
    await viewer.settle();
    const eye = await viewer.run<number[]>('return viewer.camera.eye;');
    await viewer.page.getByRole('button', { name: 'Camera and saving' }).click();
    const { said, label } = await saveByButton(viewer.page);
    const sizeMib = (statSync(pagePath).size / 2 ** 20).toFixed(1);
    expect(label).toBe(`Save drop.html, ${sizeMib} MiB`);
    const viewerMib = (statSync('dist/viewer/saved-page.js').size / 2 ** 20).toFixed(1);
    const parts = `drop.nrrd 0.0, the viewer ${viewerMib}, a picture 0.0.`;
    expect(said).toEqual([`${sizeMib} MiB: ${parts}`]);
    expect(viewer.said).toEqual([]);
    await viewer.close();
    const { page, said: errors, strangers } = (await openPage(context, used))!;
    await page.waitForSelector('#picture', { state: 'detached' });
    const shown = `(({ camera, document: { mode } }) => ({ eye: camera.eye, mode }))(document.querySelector('tilecast-viewer'))`;
    expect(await page.evaluate(shown)).toEqual({ eye, mode: 'mip' });
    expect([errors, strangers()]).toEqual([[], []]);
    await page.close();
  });

  it('a large volume is reduced until the page is no larger than asked', async (context) => {
    const { chromium, problem } = used();
    if (!chromium) return context.skip(problem);
    const viewer = await openViewer(
      chromium,
      { 'drop.nrrd': await writeNoisyBall() },
      { args: ['--quality', 'plain'] },
    );
    await viewer.settle();
    await viewer.page.getByRole('button', { name: 'Camera and saving' }).click();
    const size = viewer.page.getByLabel('Largest size in MiB');
    await size.fill('3');
    await size.blur();
    const { said } = await saveByButton(viewer.page);
    expect(statSync(pagePath).size).toBeLessThanOrEqual(3 * 2 ** 20);
    expect(said[1]).toMatch(/drop\.nrrd: the page holds one voxel for each \d along an axis/);
    await viewer.close();
    const { page, said: errors } = (await openPage(context, used))!;
    await page.waitForSelector('#picture', { state: 'detached' });
    expect(errors).toEqual([]);
    // The opacities stay those of the voxels that it was of.
    const unit = () => page.evaluate(`document.querySelector('tilecast-viewer').document.transfer?.unit`);
    await expect.poll(unit).toBe(1);
    await page.close();
  });
});

describe('without WebGPU', () => {
  const used = useChromium([]);

  it('the picture stays, with a line that says why', async (context) => {
    await savePage();
    const { page, said, strangers } = await openPage(context, used);
    await page.waitForSelector('[role=status]');
    expect(await page.textContent('[role=status]')).toContain('no WebGPU');
    const size = `(({ naturalWidth: w, naturalHeight: h }) => [w, h])(document.getElementById('picture'))`;
    expect(await page.evaluate(size)).toEqual([1024, 768]);
    expect([said, strangers()]).toEqual([[], []]);
  });
});
