/** Bodies of a service's requests, and its answers, as HTTP has them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { InputError } from '../index.js';
import { Refusal } from './refusal.js';
import { describeError, type ServiceAnswer } from './service.js';

/** Recipes hold transfer functions and tables of labels. */
export const RECIPE_BYTES_MAX = 4 << 20;

export const JSON_TYPE = 'application/json';
/** Time that the rest of a refused body may take to come. */
const DROPPED_MS = 10_000;
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** A body that is a recipe. @throws InputError for what is no JSON; Refusal for a body that is too large, or ends early. */
export const readRecipeBody = async (request: IncomingMessage): Promise<unknown> =>
  parseRecipe(await readText(boundBody(request, RECIPE_BYTES_MAX)));

/** The body, which ends in an error where it goes on for longer than it may. */
export function boundBody(request: IncomingMessage, bytesMax: number): Transform {
  const tooLarge = () => new Refusal(413, `the body has more than ${bytesMax} bytes, which is all that it may`);
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge();
  let bytes = 0;
  const bounded = new Transform({
    transform(piece: Uint8Array, _encoding, next) {
      bytes += piece.length;
      next(bytes > bytesMax ? tooLarge() : null, piece);
    },
  });
  request.once('close', () => {
    if (!request.complete) bounded.destroy(new Refusal(400, 'the body ends before its time'));
  });
  return request.pipe(bounded);
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** @throws InputError for what is no JSON. */
export function parseRecipe(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(`recipe: is no JSON: ${(error as Error).message}`);
  }
}

export function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const { status, message } = describeError(error);
  if (!request.complete) dropRest(request);
  if (status === 503) response.setHeader('retry-after', '1');
  if (status === 401) response.setHeader('www-authenticate', 'Bearer');
  sendJson(response, status, { error: message });
}

/**
 * Discards the rest of a refused body as it comes, for so long: a connection that is closed with bytes unread is reset, and the caller,
 * who is still sending, never sees the answer.
 */
function dropRest(request: IncomingMessage): void {
  request.unpipe();
  request.resume();
  const timer = setTimeout(() => request.socket.destroy(), DROPPED_MS).unref();
  request.once('close', () => clearTimeout(timer));
}

export const sendJson = (response: ServerResponse, status: number, value: unknown) =>
  send(response, status, JSON_TYPE, `${JSON.stringify(value)}\n`);

export function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type });
  response.end(text);
}

/** A picture as an answer, with what was said of it and its camera in headers. */
export function sendPicture(response: ServerResponse, { type, bytes, notes, camera }: ServiceAnswer): void {
  response.writeHead(200, {
    ...HEADERS,
    'content-type': type,
    'content-length': bytes.length,
    'tilecast-notes': toHeader(notes),
    ...(camera && { 'tilecast-camera': toHeader(camera) }),
  });
  response.end(bytes);
}

/** JSON that a header can hold: of ASCII alone. */
const toHeader = (value: unknown) =>
  JSON.stringify(value).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
