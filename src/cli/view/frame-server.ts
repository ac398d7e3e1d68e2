/** Frames of the viewer's page that this process renders, since the browser has no WebGPU or does not see the files. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, parse, resolve, sep } from 'node:path';
import { isUrl, withoutDicomWeb } from '../../lab.js';
import { RECIPE_VERSION } from '../../recipe/recipe-json.js';
import { readRecipeBody, refuse, sendPicture } from '../../service/http-body.js';
import { Refusal } from '../../service/refusal.js';
import { answerPicture, type ServiceRequest } from '../../service/service.js';
import { type OpenedService, openService } from '../service/open-service.js';
import type { ListedFile } from './list-inputs.js';

/** Pixels of frames by which kernels are compiled, and the steps of frames that move. */
const PREPARED_SIZE = '64x64';
const MOVING_STEP = '1.25';

/** Starts a process that renders when the first frame is asked for. */
export class FrameServer {
  readonly #files: readonly ListedFile[];
  #service: Promise<OpenedService> | undefined;

  /** @param files those that the page was given: it gets frames of no others. */
  constructor(files: readonly ListedFile[]) {
    this.#files = files;
  }

  /** Answers a recipe with a frame in the form that the query's `output` says. */
  async answer(request: IncomingMessage, response: ServerResponse, output: string): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort(new Refusal(499, 'the page has gone on')));
    try {
      const recipe = this.#checkFiles(await readRecipeBody(request));
      this.#service ??= this.#open();
      const service = await this.#service;
      const asked = { caller: 'page', kind: 'render', recipe, output, files: {}, signal: gone.signal } as const;
      sendPicture(response, await answerPicture(service, asked));
    } catch (error) {
      refuse(request, response, error);
    }
  }

  /**
   * Reads the files and compiles kernels before the first frame is asked for: those of frames that move, and of the exact one.
   * @param given options of the view, as recipes have them.
   */
  async prepare(given: Readonly<Record<string, unknown>>): Promise<void> {
    const pathsOfKind = (isMask: boolean) => [
      ...new Set(this.#files.filter((file) => (file.isMask === true) === isMask).map(({ input }) => input)),
    ];
    const [mask] = pathsOfKind(true);
    const recipe = {
      version: RECIPE_VERSION,
      inputs: pathsOfKind(false),
      ...(mask !== undefined && { mask }),
      ...given,
      size: PREPARED_SIZE,
    };
    const { signal } = new AbortController();
    this.#service ??= this.#open();
    const ask = (changes: object): ServiceRequest => ({
      caller: 'page',
      kind: 'render',
      recipe: { ...recipe, ...changes },
      output: 'png',
      files: {},
      signal,
    });
    try {
      const service = await this.#service;
      await answerPicture(service, ask({ quality: 'plain', step: MOVING_STEP }));
      await answerPicture(service, ask({}));
    } catch {
      // Whatever is wrong is said of the page's own frames.
    }
  }

  async close(): Promise<void> {
    const service = await this.#service?.catch(() => undefined);
    await service?.close();
  }

  #open(): Promise<OpenedService> {
    const paths = this.#files.map(({ path }) => path);
    const hosts = [...new Set(paths.filter(isUrl).map((url) => new URL(withoutDicomWeb(url)).host))];
    const within = commonFolder(paths.filter((path) => !isUrl(path)));
    const opening = openService(
      { root: process.cwd(), within, ...(hosts.length > 0 && { 'allow-remote': hosts.join(',') }) },
      { within, workers: 1 },
    );
    // Whatever failed may work for the next frame.
    opening.catch(() => {
      this.#service = undefined;
    });
    return opening;
  }

  /** @throws Refusal for files that were dropped on the page, which are not here. */
  #checkFiles(recipe: unknown): unknown {
    const { inputs = [], mask, environment } = Object(recipe) as Record<string, unknown>;
    const named = [...(Array.isArray(inputs) ? inputs : [inputs]), mask, environment].flatMap(pathsOf);
    const known = new Set(this.#files.flatMap(({ input, path }) => [input, path]));
    const stranger = named.find((path) => !known.has(path));
    if (stranger !== undefined) {
      throw new Refusal(
        403,
        `${stranger.slice(0, 100)}: was not given to tilecast view, and frames from there show no other files`,
      );
    }
    return recipe;
  }
}

/** The path of an input, which is a text or has one. Names of environments have none. */
function pathsOf(input: unknown): string[] {
  if (typeof input === 'string') return [input];
  const { path } = Object(input) as { readonly path?: unknown };
  return typeof path === 'string' ? [path] : [];
}

/** The folder that all paths lie in. */
function commonFolder(paths: readonly string[]): string {
  const [first, ...rest] = paths.map((path) => dirname(resolve(path)));
  if (first === undefined) return process.cwd();
  const isIn = (folder: string) =>
    rest.every((path) => `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`));
  let folder = first;
  while (!isIn(folder) && folder !== parse(folder).root) folder = dirname(folder);
  return folder;
}
