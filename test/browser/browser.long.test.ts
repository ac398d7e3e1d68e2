/** The README's page, as it stands there, in a browser: it draws what Node renders. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Renderer } from '../../src/index.js';
import { readVolumeFile } from '../../src/node/index.js';
import { openTestGpu } from '../open-test-gpu.js';
import { servePage } from './serve-page.js';
import { WEBGPU_ARGUMENTS } from './start-chromium.js';
import { useChromium } from './use-chromium.js';

const ROOT = join(import.meta.dirname, '..', '..');
const VOLUME = join(ROOT, 'volumes', 'head-phantom.nrrd');
const VOLUME_URL = '**/volumes/head-phantom.nrrd';
const [, HTML] = /^```html\n(.*?)^```/ms.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? [];

/** Difference of a channel of any pixel between two devices. */
const MAX_DIFFERENCE = 2;

const used = useChromium(WEBGPU_ARGUMENTS);

/** Opens the README's page, and tells what it drew and said once it is done or has failed. */
async function openPage(prepare?: (page: Page) => Promise<unknown>) {
  if (HTML === undefined) throw new Error('README.md has no html block');
  const server = await servePage(HTML);
  onTestFinished(server.close);
  const page = await used().chromium!.browser.newPage();
  onTestFinished(() => page.close());
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const failed = new Promise<void>((resolve) => {
    page.on('pageerror', ({ message }) => {
      said.push(message);
      resolve();
    });
  });
  await prepare?.(page);
  await page.goto(server.url);
  // Attached is enough: text takes no room on machines without fonts.
  await Promise.race([page.locator('output:not(:empty)').waitFor({ state: 'attached' }), failed]);
  const png = (await page.evaluate(`document.querySelector('canvas').toDataURL('image/png').split(',')[1]`)) as string;
  return { image: PNG.sync.read(Buffer.from(png, 'base64')), said };
}

/** The page's picture. */
async function renderInNode() {
  const { volume } = await readVolumeFile(VOLUME);
  const gpu = await openTestGpu();
  onTestFinished(() => gpu.destroy());
  return new Renderer(gpu).render({ volume });
}

async function expectLikeNode({ width, height, data }: PNG) {
  const { pixels: expected, ...size } = await renderInNode();
  expect(size).toMatchObject({ width, height });
  expect(new Set(expected).size, 'the picture must show something').toBeGreaterThan(20);
  const largest = expected.reduce((largest, value, index) => Math.max(largest, Math.abs(value - data[index]!)), 0);
  expect(largest).toBeLessThanOrEqual(MAX_DIFFERENCE);
}

describe("the README's page", () => {
  it('draws what Node renders, and complains of nothing', async ({ skip }) => {
    const { chromium, problem } = used();
    if (!chromium) return skip(problem);
    const { image, said } = await openPage();
    expect(said).toEqual([]);
    await expectLikeNode(image);
  });

  it('fetches the files that a header names from beside it', async ({ skip }) => {
    const { chromium, problem } = used();
    if (!chromium) return skip(problem);
    const bytes = readFileSync(VOLUME);
    const headerEnd = bytes.indexOf('\n\n');
    const header = `${bytes.subarray(0, headerEnd)}\ndata file: voxels.raw.gz\n`;
    const { image, said } = await openPage(async (page) => {
      await page.route(VOLUME_URL, (route) => route.fulfill({ body: header }));
      await page.route('**/volumes/voxels.raw.gz', (route) => route.fulfill({ body: bytes.subarray(headerEnd + 2) }));
    });
    expect(said).toEqual([]);
    await expectLikeNode(image);
  });

  it('says what is missing', async ({ skip }) => {
    const { chromium, problem } = used();
    if (!chromium) return skip(problem);
    const { said } = await openPage((page) => page.route(VOLUME_URL, (route) => route.fulfill({ status: 404 })));
    expect(said).toContainEqual(
      expect.stringMatching(/head-phantom\.nrrd: the server answers 404 Not Found; check the address$/),
    );
  });
});
