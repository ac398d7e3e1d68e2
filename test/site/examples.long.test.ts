/** The examples of pages and programs, as they stand: pages on the built site, programs in a folder with the sample volumes. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PRESENTING_ARGUMENTS } from '../browser/start-chromium.js';
import { useChromium } from '../browser/use-chromium.js';
import { installInto } from '../web/install-web.js';
import { makeSite, serveSite } from './serve-site.js';

const ROOT = join(import.meta.dirname, '..', '..');
const EXAMPLES = join(ROOT, 'src', 'site', 'examples');

describe('pages', () => {
  const used = useChromium(PRESENTING_ARGUMENTS);
  let url = '';
  beforeAll(async () => {
    makeSite();
    const server = await serveSite();
    url = server.url;
    return server.close;
  });

  /** The bytes of what the page shows, once it says what it should. */
  async function show(name: string, said: RegExp): Promise<Buffer> {
    const { chromium, problem } = used();
    if (!chromium) throw new Error(problem);
    const page = await chromium.browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(`${url}examples/${name}/index.html`);
    await expect.poll(() => page.locator('output').textContent(), { timeout: 90_000 }).toMatch(said);
    return page.locator('canvas').screenshot();
  }

  const countColors = (picture: Buffer) => {
    const { data } = PNG.sync.read(picture);
    return new Set(new Uint32Array(new Uint8Array(data).buffer)).size;
  };

  it('a worker renders to an OffscreenCanvas', async () => {
    expect(countColors(await show('worker', /^frame 12 of 12$/))).toBeGreaterThan(100);
  });

  it('three.js and tilecast share a device', async () => {
    const picture = await show('three', /^drawn on one device, seen from -?\d+, -?\d+, -?\d+$/);
    expect(countColors(picture)).toBeGreaterThan(100);
    // Steel blue shows where the volume is transparent.
    expect([...PNG.sync.read(picture).data.subarray(0, 3)]).toEqual([70, 130, 180]);
  });
});

describe('programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tilecast-examples-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(ROOT, 'volumes'), join(folder, 'volumes'));

  it('segments in buffers of the program', () => {
    const said = execFileSync(process.execPath, [join(EXAMPLES, 'segments', 'segments.js')], {
      cwd: folder,
      encoding: 'utf8',
    });
    const [, crossed] = /^(\d+) of 4096 segments cross the knot\n$/.exec(said) ?? [];
    expect(Number(crossed)).toBeGreaterThan(400);
    expect(Number(crossed)).toBeLessThan(3000);
  });

  it('a server with express', async () => {
    const project = join(folder, 'express');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    installInto(project, 'express@5');
    symlinkSync(ROOT, join(project, 'node_modules', 'tilecast'));
    symlinkSync(join(EXAMPLES, 'express', 'server.js'), join(project, 'server.js'));
    const server = spawn(process.execPath, ['--preserve-symlinks', '--preserve-symlinks-main', 'server.js'], {
      cwd: project,
      env: { ...process.env, PORT: '0', VOLUME: join(ROOT, 'volumes', 'head-phantom.nrrd') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void server.kill());
    const [line] = await once(server.stdout, 'data');
    const address = String(line).trim();
    const picture = async (query: string) => {
      const response = await fetch(`${address}${query}`);
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const [front, side] = [await picture('?size=64'), await picture('?size=64&azimuth=90')];
    expect(PNG.sync.read(front.bytes).width).toBe(64);
    expect(side.bytes).not.toEqual(front.bytes);
    expect((await picture('?size=1e9')).status).toBe(400);
  });
});
