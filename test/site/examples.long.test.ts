/** The examples that are programs, as they stand, in a folder with the sample volumes; those that are pages are tested with the site. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { preview } from 'vite';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { PRESENTING_ARGUMENTS } from '../browser/start-chromium.js';
import { useChromium } from '../browser/use-chromium.js';
import { installInto, packWeb, run } from '../web/install-web.js';

const ROOT = join(import.meta.dirname, '..', '..');
const EXAMPLES = join(ROOT, 'src', 'site', 'examples');

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

describe('a notebook of Observable', () => {
  const used = useChromium(PRESENTING_ARGUMENTS);

  const { folder, tarball, remove } = packWeb();
  afterAll(remove);
  const project = join(folder, 'notebooks');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  installInto(project, '--ignore-scripts', '@observablehq/notebook-kit@2', tarball);
  cpSync(join(EXAMPLES, 'observable', 'notebook.html'), join(project, 'notebook.html'));
  cpSync(join(ROOT, 'volumes', 'head-phantom.nrrd'), join(project, 'head-phantom.nrrd'));
  run(project, 'npx', ['notebooks', 'build', '--root', '.', '--out', 'dist', '--', 'notebook.html']);

  it('is built by Notebook Kit, and its slider turns the volume', async ({ skip }) => {
    const server = await preview({
      root: project,
      configFile: false,
      logLevel: 'silent',
      preview: { port: 0, host: '127.0.0.1' },
    });
    onTestFinished(() => server.close());
    const { chromium, problem } = used();
    if (!chromium) return skip(problem);
    const page = await chromium.browser.newPage();
    onTestFinished(() => page.close());
    const troubles: string[] = [];
    page.on('pageerror', ({ message }) => troubles.push(message));
    await page.goto(`${server.resolvedUrls!.local[0]}notebook.html`);
    const picture = () =>
      page.locator('canvas').evaluate((canvas) => (canvas as unknown as { toDataURL: () => string }).toDataURL());
    const front = await picture();
    await page.locator('input').fill('90');
    await expect.poll(picture).not.toBe(front);
    expect(troubles).toEqual([]);
  });
});
