/** The service through pipes: lines of JSON and the bytes behind them, however these are cut into pieces. */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { serveStdio } from '../../src/service/stdio.js';
import { createService } from './fake-service.js';

interface Answer {
  readonly id?: unknown;
  readonly bytes?: number;
  readonly body?: unknown;
  readonly error?: { readonly status: number; readonly message: string };
  readonly [name: string]: unknown;
}

/** @param pieceBytes how much of the input comes at once. */
async function converse(messages: readonly (object | string)[], pieceBytes = Infinity): Promise<Answer[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const serving = serveStdio(await createService(), input, output);
  const bytes = Buffer.from(
    messages.map((one) => (typeof one === 'string' ? one : `${JSON.stringify(one)}\n`)).join(''),
  );
  for (let at = 0; at < bytes.length; at += pieceBytes) input.write(bytes.subarray(at, at + pieceBytes));
  input.end();
  await serving;
  output.end();
  const said = Buffer.concat(await output.toArray());
  const answers: Answer[] = [];
  for (let at = 0; at < said.length; ) {
    const end = said.indexOf(0x0a, at);
    const head = JSON.parse(said.subarray(at, end).toString());
    at = end + 1 + (head.bytes ?? 0);
    answers.push(
      head.bytes === undefined ? head : { ...head, body: JSON.parse(said.subarray(end + 1, at).toString()) },
    );
  }
  return answers;
}

const WITH_FILES = [
  {
    id: 1,
    kind: 'render',
    recipe: { version: 1 },
    output: 'pixels',
    files: [
      { name: 'a', bytes: 5 },
      { name: 'b', bytes: 0 },
    ],
  },
  'one\n2',
  { id: 2, kind: 'slices', recipe: {} },
];

describe('the service through pipes', () => {
  it.each([1, 7, Infinity])('answers with the same id, in pieces of %d bytes', async (pieceBytes) => {
    const [ready, ...answers] = await converse(WITH_FILES, pieceBytes);
    expect(ready).toMatchObject({ ready: true, kinds: ['render', 'slices', 'schema', 'cancel'] });
    expect(answers.sort((a, b) => Number(a.id) - Number(b.id))).toMatchObject([
      { id: 1, type: 'application/json', notes: ['Ω is said'], camera: { fov: 30 } },
      { id: 2, body: { kind: 'slices-request', output: 'png' } },
    ]);
    expect(answers[0]!.body).toEqual({
      ...{ kind: 'render-request', recipe: { version: 1 }, output: 'pixels' },
      files: { a: 'one\n2', b: '' },
    });
  });

  it('understands what follows a request whose file has no name that a file can have', async () => {
    const answers = await converse(
      [
        {
          id: 1,
          kind: 'render',
          recipe: {},
          files: [
            { name: '../a', bytes: 3 },
            { name: 'b', bytes: 4 },
          ],
        },
        'abcdefg',
        { id: 2, kind: 'render', recipe: {} },
      ],
      2,
    );
    expect(answers.find(({ id }) => id === 1)).toMatchObject({ error: { status: 400 } });
    expect(answers.find(({ id }) => id === 2)).toMatchObject({ body: { files: {} } });
  });

  it('says what is wrong with a request, and goes on', async () => {
    const answers = await converse([
      { id: 1, kind: 'dance' },
      { id: 2, kind: 'render', recipe: { fails: 'no such look' } },
      { id: 3, kind: 'schema', of: 'slices' },
      { id: 4, kind: 'render', files: 3 },
    ]);
    const byId = (wanted: number) => answers.find(({ id }) => id === wanted);
    expect(byId(1)!.error!.message).toMatch(/kind: must be render, slices/);
    expect(byId(2)).toMatchObject({ error: { status: 400, message: 'no such look' } });
    expect(byId(3)).toHaveProperty('schema.properties.plane');
    expect(byId(4)!.error!.message).toMatch(/^files: must be a list/);
  });

  it('stops what is cancelled', async () => {
    const answers = await converse([
      { id: 'a', kind: 'render', recipe: { waits: true } },
      { id: 'a', kind: 'cancel' },
    ]);
    expect(answers[1]).toMatchObject({ id: 'a', error: { message: 'was cancelled' } });
  });

  it.each(['nonsense\n', '[1]\n', '{"id":1'])('ends at what is no message: %j', async (text) => {
    await expect(converse([text])).rejects.toThrow(/lines of JSON objects|ends within a message/);
  });
});
