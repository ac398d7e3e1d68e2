/** The link between a viewer's pages and the program that started it. */
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PageLink } from '../../../src/cli/view/page-link.js';
import { startViewerServer, type ViewerServer } from '../../../src/cli/view/viewer-server.js';

const input = new PassThrough();
const printed: object[] = [];
const complaints: string[] = [];
const link = new PageLink({ input, print: (value) => printed.push(value), complain: (line) => complaints.push(line) });

let server: ViewerServer;
beforeAll(async () => {
  server = await startViewerServer({ files: [], port: 0, attributes: {}, link });
});
afterAll(() => server.close());

const address = (path: string) => new URL(path, server.url);

it('prints the views of pages', async () => {
  const view = { version: 1, title: 'two\nlines' };
  const { status } = await fetch(address('views'), { method: 'POST', body: JSON.stringify(view) });
  expect(status).toBe(204);
  expect(printed).toEqual([{ view }]);
  expect((await fetch(address('views'), { method: 'POST', body: 'no JSON' })).status).toBe(400);
  expect(printed).toHaveLength(1);
});

it('tells all pages of changes, and says which lines are none', async () => {
  const pages = await Promise.all([fetch(address('changes')), fetch(address('changes'))]);
  const change = { attributes: { azimuth: '30', shadows: null } };
  for (const line of ['{', '{}', '{"attributes": {"azimuth": 30}}', '{"attributes": {"onclick=x": ""}}', '[]']) {
    input.write(`${line}\n`);
  }
  input.write(`${JSON.stringify(change)}\n`);
  for (const page of pages) {
    const reader = page.body!.getReader();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toBe(`data: ${JSON.stringify(change)}\n\n`);
    await reader.cancel();
  }
  expect(complaints).toHaveLength(5);
});
