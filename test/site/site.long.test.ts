/** The site in a real browser: links, accessibility, the search, live examples, and nothing of other hosts. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PRESENTING_ARGUMENTS } from '../browser/start-chromium.js';
import { useChromium } from '../browser/use-chromium.js';
import { makeSite, SITE, serveSite } from './serve-site.js';

const AXE = readFileSync(join(import.meta.dirname, '..', '..', 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');

makeSite();
const files = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
const pages = files.filter((name) => name.endsWith('.html'));
const read = (name: string) => readFileSync(join(SITE, name), 'utf8');

describe('links', () => {
  const idsOf = new Map<string, Set<string>>();
  const ids = (page: string) => {
    const known = idsOf.get(page) ?? new Set(Array.from(read(page).matchAll(/\bid="([^"]+)"/g), ([, id]) => id!));
    idsOf.set(page, known);
    return known;
  };

  it('lead to pages, files and headings that are there', () => {
    const broken: string[] = [];
    for (const page of pages.filter((name) => !name.startsWith('api/'))) {
      const html = read(page).replace(/<(script|pre|textarea)\b.*?<\/\1>/gs, '');
      for (const [, , href] of html.matchAll(/\b(href|src)="([^"]*)"/g)) {
        if (/^(?:https?:|data:|mailto:)/.test(href!)) continue;
        const [path = '', anchor] = href!.replaceAll('&amp;', '&').split('#');
        const target = path === '' ? page : posix.normalize(posix.join(dirname(page), decodeURI(path)));
        const file = target.endsWith('/') || target === '.' ? posix.join(target, 'index.html') : target;
        if (!files.includes(file) || statSync(join(SITE, file)).isDirectory()) broken.push(`${page}: ${href}`);
        else if (anchor && !ids(file).has(decodeURIComponent(anchor)))
          broken.push(`${page}: ${href} has no such heading`);
      }
    }
    expect(broken).toEqual([]);
  });
});

describe('pages', () => {
  const used = useChromium(PRESENTING_ARGUMENTS);
  let url = '';
  beforeAll(async () => {
    const server = await serveSite();
    url = server.url;
    return server.close;
  });

  /** A page, and what it asked other hosts for and complained of. */
  async function open(path: string, scheme: 'light' | 'dark' = 'light'): Promise<{ page: Page; troubles: string[] }> {
    const page = await used().chromium!.browser.newPage({ colorScheme: scheme });
    onTestFinished(() => page.close());
    const troubles: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !/^(?:blob|data):/.test(request.url())) troubles.push(request.url());
    });
    page.on('response', (response) => {
      if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`);
    });
    page.on('pageerror', (error) => troubles.push(error.message));
    await page.goto(url + path);
    return { page, troubles };
  }

  async function findViolations(page: Page): Promise<string[]> {
    await page.evaluate(AXE);
    return page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
    });
  }

  const SHOWN = [
    '',
    'start/',
    'cli/',
    'tasks/',
    'formats/',
    'features/',
    'experiments/sampling/',
    'live/editor/',
    'live/shapes/',
    'live/viewer/',
  ];
  it.each(SHOWN.flatMap((path) => [[path, 'light'] as const, [path, 'dark'] as const]))(
    '/%s is clean to axe in %s, and asks no other host',
    async (path, scheme) => {
      const { chromium, problem } = used();
      if (!chromium) throw new Error(problem);
      const { page, troubles } = await open(path, scheme);
      expect(await findViolations(page)).toEqual([]);
      expect(troubles).toEqual([]);
    },
  );

  it('the switch changes the theme, and the next page keeps it', async () => {
    const { page } = await open('start/');
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    await page.locator('#theme').click();
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.goto(`${url}cli/`);
    expect(await background()).toBe(dark);
  });

  it('the search finds options, names and formats', async () => {
    const { page, troubles } = await open('');
    for (const [query, expected] of [
      ['turntable', /cli\//],
      ['NIfTI', /formats\/|start\//],
      ['closest point of a mesh', /tasks\/|cli\//],
    ] as const) {
      await page.locator('#search').fill(query);
      const links = () =>
        page.locator('#found a').evaluateAll((found) => found.map((link) => link.getAttribute('href')).join(' '));
      await expect.poll(links).toMatch(expected);
    }
    await page.locator('#search').fill('xyzzyplugh');
    await expect.poll(() => page.locator('#found').textContent()).toBe('Nothing found');
    expect(troubles).toEqual([]);
  });

  it('the example runs, and runs again as edited', async () => {
    const { page, troubles } = await open('live/editor/');
    const program = await page.locator('#program').inputValue();
    await page.locator('#program').fill(program.replace('+= 10', '+= 90').replace('36 frames', 'some frames'));
    await page.locator('#run').click();
    await expect.poll(() => page.locator('#said').textContent()).toMatch(/^some frames in \d+ ms$/);
    const picture = await page.locator('canvas').screenshot();
    expect(new Set(picture).size).toBeGreaterThan(100);
    await page.locator('#program').fill('throw new Error("mine")');
    await page.locator('#run').click();
    await expect.poll(() => page.locator('#said').textContent()).toBe('mine');
    expect(troubles).toEqual([]);
  });

  it('shapes are measured in the browser', async () => {
    const { page, troubles } = await open('live/shapes/');
    await page.locator('canvas').evaluate((canvas) => Object.assign(canvas, { width: 64, height: 64 }));
    await page.locator('#measure').click();
    await expect.poll(() => page.locator('#state').textContent()).toMatch(/^median of/);
    expect(await page.locator('#rows tr').count()).toBe(8);
    const relative = await page.locator('#rows tr td:last-child').allTextContents();
    // Two shapes may share the least, to the digits shown.
    expect(Math.min(...relative.map(Number))).toBe(1);
    expect(troubles).toEqual([]);
  });

  it('the viewer shows a volume', async () => {
    const { page, troubles } = await open('live/viewer/');
    const width = await page.locator('tilecast-viewer').evaluate(
      (viewer) =>
        new Promise<number>((resolve) => {
          viewer.addEventListener('frame', (event: unknown) => {
            const { kind, width } = (event as { detail: { kind: string; width: number } }).detail;
            if (kind === 'resting') resolve(width);
          });
        }),
    );
    expect(width).toBeGreaterThan(200);
    expect(troubles).toEqual([]);
  });

  it.each([
    ['a worker renders to an OffscreenCanvas', 'worker', /^frame 12 of 12$/],
    ['three.js and tilecast share a device', 'three', /^drawn on one device, seen from -?\d+, -?\d+, -?\d+$/],
  ])('%s', async (_, name, said) => {
    const { page, troubles } = await open(`examples/${name}/index.html`);
    await expect.poll(() => page.locator('output').textContent()).toMatch(said);
    const { data } = PNG.sync.read(await page.locator('canvas').screenshot());
    expect(new Set(new Uint32Array(new Uint8Array(data).buffer)).size).toBeGreaterThan(100);
    expect(troubles).toEqual([]);
  });

  it('the first page is small, and shows its picture soon', async () => {
    const { page } = await open('');
    const { bytes, ms } = await page.locator('.hero img').evaluate(async (image) => {
      await (image as unknown as { decode: () => Promise<void> }).decode();
      type Timing = { readonly decodedBodySize: number; readonly responseEnd: number };
      const timings = (kind: string) => performance.getEntriesByType(kind as 'mark') as unknown as Timing[];
      const all = [...timings('navigation'), ...timings('resource')];
      return {
        bytes: all.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
        ms: Math.max(...all.map(({ responseEnd }) => responseEnd)),
      };
    });
    process.stdout.write(`first page: ${(bytes / 1000).toFixed(0)} kB, its picture after ${ms.toFixed(0)} ms\n`);
    expect(bytes).toBeLessThan(250_000);
  });
});
