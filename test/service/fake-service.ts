/** A service whose engine answers with what it was asked. */
import { readFileSync } from 'node:fs';
import { InputError } from '../../src/index.js';
import { Dispatcher, type Engine } from '../../src/service/dispatcher.js';
import { Metrics } from '../../src/service/metrics.js';
import type { Service } from '../../src/service/service.js';
import { Uploads } from '../../src/service/uploads.js';

interface Asked {
  readonly recipe: { readonly fails?: string; readonly waits?: boolean } | null;
  readonly output: string;
  readonly uploads: Readonly<Record<string, string>>;
}

/** Answers with JSON of the request, in which files are their contents. */
const engine: Engine = {
  perform: async (kind, data, signal) => {
    const { recipe, output, uploads } = data as Asked;
    if (recipe?.fails !== undefined) throw new InputError(recipe.fails);
    if (recipe?.waits) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const files = Object.entries(uploads).map(([name, path]) => [name, readFileSync(path, 'latin1')]);
    const text = JSON.stringify({ kind, recipe, output, files: Object.fromEntries(files) });
    return {
      type: 'application/json',
      bytes: new TextEncoder().encode(text),
      notes: ['Ω is said'],
      camera: { fov: 30 },
    };
  },
};

export async function createService(uploadBytesMax = 1000): Promise<Service> {
  return { dispatcher: new Dispatcher([engine]), uploads: await Uploads.open(uploadBytesMax), metrics: new Metrics() };
}
