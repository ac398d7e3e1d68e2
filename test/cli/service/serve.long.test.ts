/** `tilecast serve` as a process: its pictures are the command line's, and what it refuses harms nobody. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPngText } from '../../../src/node/index.js';
import { RECIPE_KEYWORD } from '../../../src/recipe/recipe-json.js';
import { MAIN, makeFolder, runCli } from '../run-cli.js';

const VOLUMES = join(import.meta.dirname, '..', '..', '..', 'volumes');

interface RecipeCase {
  readonly recipe: Readonly<Record<string, unknown>>;
  /** The same as a command line. */
  readonly args: readonly string[];
}

const HEAD = 'head-phantom.nrrd';
const SIZE = ['--size', '48x40'];
const base = { version: 1, inputs: [HEAD], size: [48, 40] };

const CASES: readonly RecipeCase[] = [
  { recipe: base, args: [] },
  { recipe: { ...base, azimuth: 40, elevation: 10 }, args: ['--azimuth', '40', '--elevation', '10'] },
  { recipe: { ...base, view: 'left' }, args: ['--view', 'left'] },
  { recipe: { ...base, transfer: 'bone', quality: 'plain' }, args: ['--transfer', 'bone', '--quality', 'plain'] },
  { recipe: { ...base, mode: 'mip', window: [0, 200] }, args: ['--mode', 'mip', '--window', '0,200'] },
  { recipe: { ...base, mode: 'isosurface', iso: 500 }, args: ['--mode', 'isosurface', '--iso', '500'] },
  { recipe: { ...base, clip: [[1, 0, 0, 0]] }, args: ['--clip', '1,0,0,0'] },
  { recipe: { ...base, background: 'transparent' }, args: ['--background', 'transparent'] },
  {
    recipe: { ...base, overlay: ['scale-bar'], title: 'A head' },
    args: ['--overlay', 'scale-bar', '--title', 'A head'],
  },
  { recipe: { ...base, inputs: [HEAD, 'knot.ply'] }, args: [] },
];

describe('tilecast serve', () => {
  const folder = makeFolder();
  const children: ChildProcess[] = [];
  let url = '';
  beforeAll(async () => {
    for (const name of [HEAD, 'knot.ply']) copyFileSync(join(VOLUMES, name), join(folder, name));
    url = await startHttp();
  });
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  function start(...args: string[]) {
    const child = spawn(process.execPath, [MAIN, 'serve', '--software', '--root', folder, ...args]);
    children.push(child);
    return child;
  }

  async function startHttp(...args: string[]): Promise<string> {
    const child = start(...args);
    const [line] = await once(createInterface(child.stdout), 'line');
    return line;
  }

  const post = (path: string, recipe: unknown) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      // Commands block this process for longer than the server keeps a connection that is idle.
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(recipe),
    });

  function renderByCommand({ recipe, args }: RecipeCase): Buffer {
    const path = join(folder, 'by-command.png');
    const inputs = (recipe['inputs'] as string[]).map((name) => join(folder, name));
    const { status, stderr } = runCli(['render', ...inputs, '-o', path, ...SIZE, '--software', ...args]);
    expect(status, stderr).toBe(0);
    return readFileSync(path);
  }

  it.each(CASES)('makes the file of the command line: $args', async (one) => {
    const response = await post('/render', one.recipe);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status, bytes.toString('latin1', 0, 200)).toBe(200);
    expect(bytes.equals(renderByCommand(one))).toBe(true);
  });

  it('renders the same again from the recipe of a picture, and knows its files by their digests', async () => {
    const bytes = renderByCommand({ recipe: base, args: ['--azimuth', '30'] });
    const recipe = JSON.parse(readPngText(bytes, 'by-command.png')[RECIPE_KEYWORD]!);
    const made = Buffer.from(await (await post('/render', recipe)).arrayBuffer());
    expect(made.equals(bytes)).toBe(true);
    const other = { ...recipe, inputs: [{ path: HEAD, sha256: createHash('sha256').update('other').digest('hex') }] };
    const refused = await post('/render', other);
    expect(await refused.json()).toEqual({ error: `${HEAD}: is another file here than the recipe’s, by its SHA-256` });
  });

  it('answers with numbers of the pixels, and with slices', async () => {
    const depth = Buffer.from(await (await post('/render?output=depth', base)).arrayBuffer());
    expect(depth.toString('latin1', 0, 128)).toContain("'descr': '<f4', 'fortran_order': False, 'shape': (40, 48)");
    const pixels = Buffer.from(await (await post('/render?output=pixels', base)).arrayBuffer());
    expect(pixels.toString('latin1', 0, 128)).toContain("'shape': (40, 48, 4)");
    const path = join(folder, 'slices.png');
    expect(runCli(['slices', join(folder, HEAD), '-o', path, '--plane', 'axial', '--at', '0,10']).status).toBe(0);
    const slices = await post('/slices', { version: 1, inputs: [HEAD], plane: 'axial', at: [0, 10] });
    expect(Buffer.from(await slices.arrayBuffer()).equals(readFileSync(path))).toBe(true);
  });

  it('turns as a turntable does, with one fit for all frames', async () => {
    const path = join(folder, 'turn-%d.png');
    expect(runCli(['render', join(folder, HEAD), '-o', path, ...SIZE, '--software', '--turntable', '3']).status).toBe(
      0,
    );
    const frame = async (number: number) =>
      Buffer.from(await (await post(`/render?turntable=3&frame=${number}`, base)).arrayBuffer());
    for (const number of [0, 2]) {
      const png = await frame(number);
      const [made, wanted] = [png, readFileSync(path.replace('%d', String(number)))].map((bytes) =>
        PNG.sync.read(bytes),
      );
      expect(made!.data.equals(wanted!.data)).toBe(true);
    }
    expect((await frame(3)).toString()).toContain('frame: must be from 0 to 2');
  });

  it('sees that a file has changed', async () => {
    const name = 'changing.nrrd';
    const header = 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 4 4 4\nencoding: raw\n\n';
    const write = (value: number) =>
      writeFileSync(
        join(folder, name),
        Buffer.concat([Buffer.from(header), Buffer.alloc(32, value), Buffer.alloc(32, 9)]),
      );
    const ask = async () =>
      Buffer.from(
        await (
          await post('/render?output=pixels', { ...base, inputs: [name], mode: 'average', window: [0, 200] })
        ).arrayBuffer(),
      );
    write(20);
    const first = await ask();
    expect((await ask()).equals(first)).toBe(true);
    write(200);
    expect((await ask()).equals(first)).toBe(false);
  });

  it('says guesses, and says mistakes without its folders', async () => {
    const refusals: readonly (readonly [unknown, RegExp])[] = [
      [{ ...base, inputs: ['/etc/passwd'] }, /^\/etc\/passwd: lies outside of what this service reads$/],
      [{ ...base, inputs: ['../x.nrrd'] }, /lies outside/],
      [{ ...base, inputs: ['none.nrrd'] }, /^none\.nrrd: does not exist/],
      [{ ...base, inputs: ['https://example.org/a.nrrd'] }, /--allow-remote/],
      [{ ...base, sise: 3 }, /"sise" is no option/],
      [{ ...base, 'mesh-color': ['red'] }, /--mesh-color: is for meshes/],
      [{ ...base, output: '/tmp/x.png' }, /output/],
      [{ ...base, version: 9 }, /version/],
      [3, /must be an object/],
    ];
    for (const [recipe, line] of refusals) {
      const response = await post('/render', recipe);
      const { error } = (await response.json()) as { error: string };
      expect(error).toMatch(line);
      expect(error).not.toContain(folder);
      expect(response.status).toBe(400);
    }
    const idle = await post('/render', { ...base, mode: 'mip', shade: true });
    expect(idle.headers.get('tilecast-notes')).toMatch(/--shade: has no effect/);
    expect((await post('/render', base)).headers.get('tilecast-notes')).toBe('[]');
  });

  it('goes on after the process that renders has been killed', async () => {
    const [pid] = readdirSync('/proc').filter((name) => {
      const command = /^\d+$/.test(name) ? readCommand(name) : '';
      return command.includes('perform-jobs') && command.includes(folder);
    });
    process.kill(Number(pid), 'SIGKILL');
    // The next request may meet the process before its end is known.
    await expect.poll(async () => (await post('/render', base)).status).toBe(200);
  });

  it('speaks the same through pipes, of files anywhere, and ends with its input', async () => {
    const child = start('--stdio');
    const one = { recipe: { ...base, inputs: [join(folder, HEAD)] }, args: [] };
    child.stdin.write(`${JSON.stringify({ id: 1, kind: 'render', recipe: one.recipe })}\n`);
    child.stdin.end();
    const said = Buffer.concat(await child.stdout.toArray());
    const lines = said.toString('latin1').split('\n');
    expect(JSON.parse(lines[0]!)).toMatchObject({ ready: true });
    const head = JSON.parse(lines[1]!);
    expect(head).toMatchObject({ id: 1, type: 'image/png', notes: [] });
    const png = said.subarray(said.length - head.bytes);
    expect(png.equals(renderByCommand({ ...one, recipe: base }))).toBe(true);
  });

  it('hands requests to the workers of a queue', async () => {
    const queued = await startHttp('--queue', 'local', '--workers', '1');
    const ask = (body: string | FormData, type?: string) =>
      fetch(`${queued}/render`, { method: 'POST', body, ...(type && { headers: { 'content-type': type } }) });
    const [one] = CASES;
    const answer = await ask(JSON.stringify(one!.recipe), 'application/json');
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(renderByCommand(one!))).toBe(true);
    const wrong = await ask(JSON.stringify({ ...base, mode: 'photograph' }), 'application/json');
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      { error: expect.stringMatching(/^--mode: "photograph"/) },
    ]);
    const form = new FormData();
    form.append('recipe', JSON.stringify({ version: 1, inputs: ['mine.nrrd'] }));
    form.append('file', new Blob([readFileSync(join(folder, HEAD))]), 'mine.nrrd');
    const upload = await ask(form);
    expect([upload.status, await upload.json()]).toEqual([
      400,
      { error: expect.stringContaining('came with the request') },
    ]);
  });

  it('refuses options that would open it to others, or that it has no use for', () => {
    const refuse = (...args: string[]) => {
      const { status, stderr } = runCli(['serve', ...args]);
      expect(status).toBe(2);
      return stderr;
    };
    expect(refuse('--host', '0.0.0.0')).toMatch(/--host: .*--token/);
    expect(refuse('--stdio', '--port', '1')).toMatch(/--port: is for HTTP/);
    expect(refuse('--port', '99999')).toMatch(/--port/);
    expect(refuse('--root', join(folder, 'none'))).toMatch(/--root: .* is no folder/);
    expect(refuse('--workers', '0')).toMatch(/--workers/);
  });
});

function readCommand(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
