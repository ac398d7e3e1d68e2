/** Text that may come from anybody does nothing to a terminal, and nothing in a page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { html } from '../../src/cli/outputs/html.js';
import { printJson, printLines, say, sayDetails, toLine } from '../../src/cli/say.js';
import { captureOutput } from './capture-output.js';

const SRC = join(import.meta.dirname, '..', '..', 'src');

/** Every character of the Basic Multilingual Plane, and some beyond: tags and private ones. */
const ALL = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
const BEYOND = ['\u{e0041}', '\u{f0000}', '\u{1d173}'];
/** Characters that move a cursor, set a colour or a title, ring, hide, or turn the order of characters. */
const ACTIVE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]/;

it('shows no user or password of an address, in any message', () => {
  const line = toLine(
    'no option https://me:secret@host/a.nrrd, nor redis://:secret@queue:6379; a@b.org and https://host/a@b stay',
  );
  expect(line).toBe('no option https://host/a.nrrd, nor redis://queue:6379; a@b.org and https://host/a@b stay');
});

describe('text for the terminal', () => {
  const texts = [...ALL.map((character) => `a${character}b`), ...BEYOND];

  it('keeps what is read, in any language', () => {
    for (const text of ['scan (1).nrrd', 'Schädel', '頭部', 'رأس', '"é", 3 µm']) expect(toLine(text)).toBe(text);
  });

  it.each<[string, 'stdout' | 'stderr', (texts: readonly string[]) => void]>([
    ['say', 'stderr', (lines) => lines.forEach(say)],
    ['sayDetails', 'stderr', sayDetails],
    ['printLines', 'stdout', printLines],
    ['printJson', 'stdout', (value) => printJson({ value, [ALL.slice(0, 999).join('')]: 1 })],
  ])('does nothing but stand there: %s', (_, stream, print) => {
    expect(captureOutput(stream, () => print(texts))).not.toMatch(ACTIVE);
  });

  it('is the same text in JSON', () => {
    const printed = captureOutput('stdout', () => printJson(texts));
    expect(JSON.parse(printed)).toEqual(texts);
  });

  it('is a line, and no longer than anybody reads', () => {
    expect(toLine('a\n b\r\nc')).toBe('a b c');
    expect(toLine('x'.repeat(1e6)).length).toBeLessThan(3000);
  });

  it('is written by nothing else', () => {
    // Bytes of pictures and columns, and the version, are no text of files.
    const others = ['say.ts', 'main.ts', 'intersect/segment-output.ts', 'render/frames/render-frames.ts'];
    const writers = readdirSync(join(SRC, 'cli'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .filter((path) =>
        /process\.std(out|err)\s*\.write\(|console\./.test(readFileSync(join(SRC, 'cli', path), 'utf8')),
      );
    expect(writers.filter((path) => !others.includes(path))).toEqual([]);
  });
});

describe('text for pages', () => {
  const EVIL = `</td><script>alert("1")</script><a title='x' href=javascript:1>&amp;`;

  it('is text wherever it stands', () => {
    const { markup } = html`<p title="${EVIL}">${EVIL}${[EVIL, 7]}</p>`;
    expect(markup).not.toMatch(/<script|<a|"1"|'x'|<\/td/);
    expect(markup.match(/&lt;script&gt;alert\(&quot;1&quot;\)/g)).toHaveLength(3);
    expect(html`${html`<b>${'<'}</b>`}`.markup).toBe('<b>&lt;</b>');
  });

  it('is written as markup by nothing else', () => {
    const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
    const writers = sources.filter((path) =>
      /\.innerHTML\b|insertAdjacentHTML|document\.write|\beval\(/.test(readFileSync(join(SRC, path), 'utf8')),
    );
    expect(writers).toEqual([]);
  });
});
