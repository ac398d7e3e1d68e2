/** Names that somebody chose to do harm, in all that the command line writes: each is text there, and nothing else. */
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseHealthAddress, serveHealth } from '../../src/cli/farm/serve-health.js';
import { html } from '../../src/cli/outputs/html.js';
import { listPictures } from '../../src/cli/render/frames/list-pictures.js';
import { printJson, printLines, say } from '../../src/cli/say.js';
import { encodePng, readPngText } from '../../src/node/index.js';
import { HOSTILE_NAMES } from '../hostile-names.js';
import { captureOutput } from './capture-output.js';
import { makeFolder, runCli, SAMPLE } from './run-cli.js';

/** Characters that move a cursor, set a colour or a title, ring, hide, or turn the order of characters; not the ends of lines. */
const ACTIVE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const lines = (text: string) => text.split('\n').slice(0, -1);

describe.each(HOSTILE_NAMES.map((name) => [JSON.stringify(name).slice(0, 60), name] as const))('%s', (_, name) => {
  it('is one line of a note, and of a result', () => {
    for (const text of [captureOutput('stderr', () => say(name)), captureOutput('stdout', () => printLines([name]))]) {
      expect(lines(text)).toHaveLength(1);
      expect(text).not.toMatch(ACTIVE);
    }
  });

  it('is the same text in JSON, as a value and as a key', () => {
    const value = Object.fromEntries([[name, name]]);
    const text = captureOutput('stdout', () => printJson(value));
    expect(text).not.toMatch(ACTIVE);
    expect(Object.entries(JSON.parse(text))).toEqual([[name, name]]);
  });

  it('is text in a report', () => {
    const { markup } = html`<p title="${name}">${name}</p>`;
    expect(markup).not.toMatch(ACTIVE);
    expect(markup.match(/[<>"]/g)).toEqual(['<', '"', '"', '>', '<', '>']);
  });

  it('is one label of one metric', async () => {
    const server = serveHealth(
      { ...parseHealthAddress('health-port', '8080'), port: 0 },
      () => ({ adapter: name, done: 0, failed: 0 }),
      async () => true,
    );
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text).not.toMatch(ACTIVE);
    const metrics = lines(text).filter((line) => !line.startsWith('#'));
    expect(metrics).toHaveLength(4);
    expect(metrics[3]).toMatch(/^tilecast_worker_info\{adapter="(?:[^"\\]|\\["\\n])*"\} 1$/);
    const state = await (await fetch(`http://127.0.0.1:${port}/`)).json();
    expect(state).toMatchObject({ adapter: name });
  });

  it('stands in the name of an output as it is', () => {
    const input = `folder/${name.replaceAll('/', '_')}.nii.gz`;
    const [picture] = listPictures({ inputs: [input], output: 'out/{name}-a.png' });
    expect(picture!.output).toBe(`out/${basename(input, '.nii.gz')}-a.png`);
  });

  it('comes back from the text of a PNG', () => {
    const text = JSON.stringify({ input: name });
    const png = encodePng({ pixels: new Uint8Array(4), width: 1, height: 1 }, { text: { tilecast: text } });
    expect(JSON.parse(readPngText(png, 'a.png')['tilecast']!)).toEqual({ input: name });
  });
});

describe('of a file', () => {
  const fits = HOSTILE_NAMES.map((name) => `${name.slice(0, 200).replaceAll('/', '_')}.nrrd`).filter(
    (name) => !name.includes('\0') && !/\p{Cs}/u.test(name),
  );

  it.each(fits.map((name) => [JSON.stringify(name).slice(0, 60), name] as const))('%s', (_, name) => {
    const folder = join(makeFolder(), 'in');
    mkdirSync(folder);
    const path = join(folder, name);
    copyFileSync(SAMPLE, path);
    const text = runCli(['info', path]);
    expect(text.status, text.stderr).toBe(0);
    expect(`${text.stdout}${text.stderr}`).not.toMatch(ACTIVE);
    expect(JSON.parse(String(runCli(['info', path, '--json']).stdout))).toMatchObject({ file: path });
    const wrong = runCli(['info', path, '--component', '7']);
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toMatch(/^tilecast: [^\n]*\n$/);
    expect(wrong.stderr).not.toMatch(ACTIVE);
    expect(readdirSync(folder)).toEqual([name]);
  });
});
