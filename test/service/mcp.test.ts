/** The Model Context Protocol: messages as its specification has them, and what is no message. */
import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/index.js';
import { serveMcp, type Tool } from '../../src/service/mcp.js';
import { listTools } from '../../src/service/mcp-tools.js';

interface Reply {
  readonly id?: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

const schema = { type: 'object', properties: {} };
const TOOLS: readonly Tool[] = [
  {
    ...{ name: 'echo', description: 'Says it again', inputSchema: schema, isReadOnly: true },
    call: async (given) => [{ type: 'text', text: JSON.stringify(given) }],
  },
  {
    ...{ name: 'refuse', description: 'Refuses', inputSchema: schema, isReadOnly: false },
    call: async () => {
      throw new InputError('that is wrong');
    },
  },
  {
    ...{ name: 'wait', description: 'Waits', inputSchema: schema, isReadOnly: true },
    call: (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  },
];

async function converse(lines: readonly (object | string)[], tools = TOOLS): Promise<Reply[]> {
  const written: string[] = [];
  const output = new Writable({
    write: (piece, _, next) => {
      written.push(String(piece));
      next();
    },
  });
  const input = lines
    .map((line) => `${typeof line === 'string' ? line : JSON.stringify({ jsonrpc: '2.0', ...line })}\n`)
    .join('');
  // Pieces end anywhere.
  await serveMcp(tools, 'Be brief', Readable.from([input.slice(0, 50), input.slice(50)]), output);
  return written.map((line) => {
    const { jsonrpc, ...reply } = JSON.parse(line);
    expect(jsonrpc).toBe('2.0');
    return reply;
  });
}

const call = (id: number, name: string, given?: object) => ({
  id,
  method: 'tools/call',
  params: { name, ...(given && { arguments: given }) },
});

describe('serveMcp', () => {
  it('introduces itself in the version that is asked for, or in its latest', async () => {
    const initialize = (id: number, protocolVersion: string) => ({
      id,
      method: 'initialize',
      params: { protocolVersion },
    });
    const [known, unknown] = await converse([
      initialize(1, '2024-11-05'),
      { method: 'notifications/initialized' },
      initialize(2, '1999-01-01'),
    ]);
    expect(known!.result).toMatchObject({
      ...{ protocolVersion: '2024-11-05', capabilities: { tools: {} }, instructions: 'Be brief' },
      serverInfo: { name: 'tilecast' },
    });
    expect(unknown!.result).toMatchObject({ protocolVersion: expect.stringMatching(/^202\d-/) });
  });

  it('lists tools, calls them, and has the caller put right what they refuse', async () => {
    const [listed, ...others] = await converse([
      { id: 1, method: 'tools/list' },
      call(2, 'echo', { a: 'ä' }),
      call(3, 'echo'),
      call(4, 'refuse'),
    ]);
    expect(listed!.result!['tools']).toMatchObject([
      { name: 'echo', inputSchema: schema, annotations: { readOnlyHint: true } },
      { name: 'refuse', annotations: { readOnlyHint: false } },
      { name: 'wait' },
    ]);
    const byId = Object.fromEntries(others.map((reply) => [reply.id, reply]));
    expect(byId[2]!.result).toEqual({ content: [{ type: 'text', text: '{"a":"ä"}' }] });
    expect(byId[3]!.result).toEqual({ content: [{ type: 'text', text: '{}' }] });
    expect(byId[4]!.result).toEqual({ content: [{ type: 'text', text: 'that is wrong' }], isError: true });
  });

  it('says what is no request, and answers none that was cancelled', async () => {
    const replies = await converse([
      'nonsense',
      '[]',
      { id: 'x', method: 'dance' },
      call(1, 'none'),
      { id: 2, method: 'tools/call', params: { name: 'echo', arguments: [1] } },
      call(3, 'wait'),
      { method: 'notifications/cancelled', params: { requestId: 3 } },
      { id: 4, method: 'ping' },
      { id: 5, result: {} },
    ]);
    const codes = replies.filter(({ error }) => error).map(({ id, error }) => [id, error!.code]);
    expect(codes).toEqual([
      [null, -32_700],
      [null, -32_600],
      ['x', -32_601],
      [1, -32_602],
      [2, -32_602],
    ]);
    expect(replies.filter(({ id }) => id === 3)).toEqual([]);
    expect(replies.find(({ id }) => id === 4)!.result).toEqual({});
  });
});

describe('listTools', () => {
  const asked: unknown[] = [];
  const tools = listTools({
    draw: async (kind, recipe) => {
      asked.push([kind, recipe]);
      return { type: 'image/png', bytes: new Uint8Array([1, 2, 3]), notes: ['a guess'], camera: { fov: 1 } };
    },
    run: async (args) => {
      asked.push(args);
      return Array.from({ length: 300 }, (_, line) => `${line}`).join('\n');
    },
    input: async (path) => `/root/${path}`,
    output: async (path) => `/root/${path}`,
  });
  const use = (name: string, given: object) =>
    tools.find((tool) => tool.name === name)!.call(given as Record<string, unknown>, new AbortController().signal);

  it('has the options of recipes as arguments, and none of what pictures record', () => {
    const of = (name: string) =>
      Object.keys(tools.find((tool) => tool.name === name)!.inputSchema['properties'] as object);
    expect(of('render')).toEqual(expect.arrayContaining(['inputs', 'transfer', 'azimuth', 'camera', 'mask']));
    expect(of('slices')).toEqual(expect.arrayContaining(['inputs', 'plane', 'at']));
    for (const name of ['render', 'slices']) expect(of(name)).not.toContain('resolved');
  });

  it('answers with a picture, and what was guessed', async () => {
    const [picture, facts] = await use('render', { inputs: ['a.nrrd'], size: [64, 64] });
    expect(picture).toEqual({ type: 'image', data: 'AQID', mimeType: 'image/png' });
    expect(JSON.parse((facts as { text: string }).text)).toEqual({ notes: ['a guess'], camera: { fov: 1 } });
    expect(asked.at(-1)).toEqual(['render', { version: 1, inputs: ['a.nrrd'], size: [64, 64] }]);
    await expect(use('render', { inputs: ['a.nrrd'], size: '4096x10' })).rejects.toThrow(
      /size: pictures have up to 2048/,
    );
  });

  it('cuts long tables, and refuses arguments that there are not', async () => {
    const [table] = await use('measure', { question: 'thickness', meshes: ['a.ply'] });
    expect((table as { text: string }).text.split('\n')).toHaveLength(101);
    expect(asked.at(-1)).toEqual(['measure', 'thickness', '/root/a.ply']);
    await use('convert', { input: 'a.nrrd', output: 'b.stl', isosurface: 3 });
    expect(asked.at(-1)).toEqual(['convert', '/root/a.nrrd', '-o', '/root/b.stl', '--isosurface', '3']);
    for (const [name, given, line] of [
      ['info', {}, /input: is missing/],
      ['info', { input: 3 }, /input: must be a text/],
      ['info', { input: 'a', '--out': 'x' }, /is no argument/],
      ['measure', { question: 'thickness', meshes: 'a.ply' }, /meshes: must be a list/],
    ] as const) {
      await expect(use(name, given)).rejects.toThrow(line);
    }
  });
});
