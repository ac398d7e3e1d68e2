/**
 * The Model Context Protocol over standard input and output, by which agents call tools: JSON-RPC 2.0, a message a line
 * (https://modelcontextprotocol.io/specification).
 */
import type { Readable, Writable } from 'node:stream';
import manifest from '../../package.json' with { type: 'json' };
import { InputError } from '../index.js';
import type { JsonSchema } from '../recipe/options/option-types.js';

/** A part of a tool's answer. */
export type ToolContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

export interface Tool {
  readonly name: string;
  /** Words for whoever chooses among tools. */
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Whether it writes nothing. */
  readonly isReadOnly: boolean;
  /** @throws InputError for arguments that are wrong. */
  readonly call: (given: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<readonly ToolContent[]>;
}

/** Versions of the protocol whose messages are those that are spoken here, the latest first. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** Errors of JSON-RPC. */
const [PARSE_ERROR, INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS] = [-32_700, -32_600, -32_601, -32_602];

const LINE_BYTES_MAX = 8 << 20;

interface Message {
  readonly id?: string | number | null;
  readonly method?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
}

class ProtocolError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** @param instructions for whoever calls the tools. */
export async function serveMcp(
  tools: readonly Tool[],
  instructions: string,
  input: Readable,
  output: Writable,
): Promise<void> {
  const running = new Map<unknown, AbortController>();
  const pending = new Set<Promise<void>>();
  const send = (message: object) => output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  output.once('error', () => {
    for (const cancel of running.values()) cancel.abort(new Error('the caller has gone'));
  });
  const answer = async ({ id, method, params = {} }: Message): Promise<void> => {
    const cancel = new AbortController();
    running.set(id, cancel);
    try {
      send({ id, result: await resultOf(String(method), params, { tools, instructions, signal: cancel.signal }) });
    } catch (error) {
      const { code = INVALID_REQUEST, message } = error as Partial<ProtocolError>;
      // A request that was cancelled has no answer.
      if (!cancel.signal.aborted) send({ id, error: { code, message } });
    } finally {
      running.delete(id);
    }
  };
  for await (const line of readLines(input)) {
    const message = parseMessage(line);
    if (message instanceof ProtocolError) {
      send({ id: null, error: { code: message.code, message: message.message } });
    } else if (message.id === undefined) {
      if (message.method === 'notifications/cancelled') running.get(message.params?.['requestId'])?.abort();
    } else {
      const answering = answer(message).finally(() => pending.delete(answering));
      pending.add(answering);
    }
  }
  await Promise.all(pending);
}

interface Situation {
  readonly tools: readonly Tool[];
  readonly instructions: string;
  readonly signal: AbortSignal;
}

async function resultOf(
  method: string,
  params: Readonly<Record<string, unknown>>,
  { tools, instructions, signal }: Situation,
): Promise<object> {
  if (method === 'initialize') {
    const asked = params['protocolVersion'];
    return {
      protocolVersion: VERSIONS.find((version) => version === asked) ?? VERSIONS[0],
      capabilities: { tools: {} },
      serverInfo: { name: 'tilecast', version: manifest.version },
      instructions,
    };
  }
  if (method === 'ping') return {};
  if (method === 'tools/list') {
    return {
      tools: tools.map(({ name, description, inputSchema, isReadOnly }) => ({
        ...{ name, description, inputSchema },
        annotations: { readOnlyHint: isReadOnly, openWorldHint: false },
      })),
    };
  }
  if (method !== 'tools/call') throw new ProtocolError(UNKNOWN_METHOD, `there is no method ${method.slice(0, 60)}`);
  const tool = tools.find(({ name }) => name === params['name']);
  if (!tool) {
    const names = tools.map(({ name }) => name).join(', ');
    throw new ProtocolError(
      INVALID_PARAMS,
      `there is no tool ${JSON.stringify(params['name'])?.slice(0, 60)}; there are ${names}`,
    );
  }
  const given = params['arguments'] ?? {};
  if (typeof given !== 'object' || Array.isArray(given))
    throw new ProtocolError(INVALID_PARAMS, 'arguments: must be an object');
  try {
    return { content: await tool.call(given as Readonly<Record<string, unknown>>, signal) };
  } catch (error) {
    // The caller may put it right.
    if (!(error instanceof InputError) && signal.aborted) throw error;
    return { content: [{ type: 'text', text: (error as Error).message }], isError: true };
  }
}

function parseMessage(line: string): Message | ProtocolError {
  try {
    const message: unknown = JSON.parse(line);
    if (typeof message === 'object' && message !== null && !Array.isArray(message)) {
      const { params } = message as Message;
      const isRight = params === undefined || (typeof params === 'object' && params !== null);
      // Answers to requests of ours: there are none.
      if (isRight && 'method' in message) return message;
      if (isRight) return {};
    }
    return new ProtocolError(INVALID_REQUEST, 'is no request');
  } catch {
    return new ProtocolError(PARSE_ERROR, 'is no JSON');
  }
}

/** @throws InputError for a line that is too long. */
async function* readLines(input: Readable): AsyncGenerator<string> {
  let rest = '';
  input.setEncoding('utf8');
  for await (const piece of input) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    if (rest.length > LINE_BYTES_MAX) throw new InputError(`a message has a line of more than ${LINE_BYTES_MAX} bytes`);
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (rest.trim() !== '') yield rest;
}
