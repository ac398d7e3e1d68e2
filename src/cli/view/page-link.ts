/** Links the pages of a viewer with the program that started it, such as a notebook's kernel: each follows the other's changes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { InputError } from '../../index.js';
import { parseJson } from '../../lab.js';
import { readRecipeBody, refuse } from '../../service/http-body.js';
import type { PageChanges } from '../../viewer-page/page-inputs.js';

export interface PageLinkOptions {
  /** Lines of JSON, `{"attributes": {"azimuth": "30", "shadows": null}}`: texts are set, and null takes an attribute away. */
  readonly input: Readable;
  /** Takes `{"view": {…}}`, the recipe of what a page shows now. */
  readonly print: (value: object) => void;
  /** Takes a message about a line that is none of these. */
  readonly complain: (line: string) => void;
}

const EVENT_STREAM = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } as const;

export class PageLink {
  readonly #print: (value: object) => void;
  readonly #lines: Interface;
  readonly #pages = new Set<ServerResponse>();

  constructor({ input, print, complain }: PageLinkOptions) {
    this.#print = print;
    this.#lines = createInterface({ input }).on('line', (line) => {
      try {
        this.#send(checkChanges(line));
      } catch (error) {
        complain((error as Error).message);
      }
    });
  }

  /** Passes on what a page shows. */
  async hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const view = await readRecipeBody(request);
      this.#print({ view });
      response.writeHead(204).end();
    } catch (error) {
      refuse(request, response, error);
    }
  }

  /** Keeps an answer open, to which changes are written as server-sent events. */
  follow(response: ServerResponse): void {
    response.writeHead(200, EVENT_STREAM);
    response.flushHeaders();
    this.#pages.add(response);
    response.once('close', () => this.#pages.delete(response));
  }

  /** Reads no more lines, which would keep the process. */
  close(): void {
    this.#lines.close();
  }

  #send(changes: PageChanges): void {
    for (const page of this.#pages) page.write(`data: ${JSON.stringify(changes)}\n\n`);
  }
}

/** @throws InputError for a line that changes nothing that a page has. */
function checkChanges(line: string): PageChanges {
  const { attributes, ...others } = Object(parseJson(line)) as Record<string, unknown>;
  const entries = Object.entries(Object(attributes));
  const isRight = entries.every(
    ([name, value]) => /^[a-z-]+$/.test(name) && (value === null || typeof value === 'string'),
  );
  if (entries.length === 0 || !isRight || Object.keys(others).length > 0) {
    throw new InputError(
      `${line.slice(0, 100)}: is no change of attributes, such as {"attributes": {"azimuth": "30"}}`,
    );
  }
  return { attributes: Object.fromEntries(entries) as PageChanges['attributes'] };
}
