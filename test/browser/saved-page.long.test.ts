/** Pages that `tilecast view --save` writes: opened from the disk, without a server, in browsers with WebGPU and without. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, type TestContext } from 'vitest';
import { writeVolume } from '../../src/index.js';
import { makeFolder, runCli } from '../cli/run-cli.js';
import { createDrop } from './open-viewer.js';
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

/** Addresses that the page asks for, but for its own and data inside of it. */
async function openPage(context: TestContext, used: ReturnType<typeof useChromium>) {
  const { chromium, problem } = used();
  if (!chromium) return context.skip(problem);
  const page = await chromium.browser.newPage({ viewport: { width: 320, height: 240 } });
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
