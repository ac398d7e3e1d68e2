/** The examples that are programs, as they stand, in a folder with the sample volumes; those that are pages are tested with the site. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { installInto } from '../web/install-web.js';

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
