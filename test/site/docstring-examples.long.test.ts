/** The examples of docstrings, run as they stand: a name that is gone or a call that fails fails here. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as library from 'tilecast';
import * as lab from 'tilecast/lab';
import * as meshes from 'tilecast/mesh';
import * as node from 'tilecast/node';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestGpu } from '../open-test-gpu.js';

const SRC = join(import.meta.dirname, '..', '..', 'src');
const VOLUMES = join(import.meta.dirname, '..', '..', 'volumes');

const examples = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .flatMap((path) => {
    const text = readFileSync(join(SRC, path), 'utf8');
    const found = text.matchAll(
      /^ *\* @example\n((?: *\*.*\n)+?) *\*\/\n *(?:export )?(?:async |static )*(?:function )?(\w+)/gm,
    );
    return [...found].map(([, block, name]) => {
      const lines = block!.split('\n').map((line) => line.replace(/^ *\* ?/, ''));
      return { name: `${name} of ${path}`, code: lines.filter((line) => !line.startsWith('```')).join('\n') };
    });
  });

const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<void>;

/** Files that the examples name, by those of the repository. */
const FILES: Readonly<Record<string, string>> = { 'scan.nrrd': 'head-phantom.nrrd', 'knot.ply': 'knot.ply' };
const pathOf = (name: string) => join(VOLUMES, FILES[name]!);

const written: string[] = [];
let scope: Record<string, unknown>;

beforeAll(async () => {
  const gpu = await openTestGpu();
  const renderer = new library.Renderer(gpu as never);
  const canvas = gpu.device.createTexture({ size: [32, 32], format: 'rgba8unorm', usage: 16 });
  // Small pictures, whatever an example leaves to the defaults.
  const render = (request: object) => renderer.render({ width: 32, height: 32, ...request } as never);
  scope = {
    ...library,
    ...lab,
    ...meshes,
    ...node,
    gpu,
    canvas,
    renderer: { render, denoise: () => renderer.denoise() },
    volume: await node.loadVolume(pathOf('scan.nrrd')),
    mesh: await node.loadMesh(pathOf('knot.ply')),
    createRenderer: async () => ({ render, destroy: () => undefined }),
    fetch: async (name: string) => new Response(readFileSync(pathOf(name))),
    loadMesh: (name: string) => node.loadMesh(pathOf(name)),
    writeWholeFile: async (name: string) => void written.push(name),
  };
});
afterAll(() => {
  (scope['canvas'] as GPUTexture).destroy();
  vi.restoreAllMocks();
});

it('are found', () => expect(examples.length).toBeGreaterThan(10));

it.each(examples)('$name', async ({ code }) => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const names = Object.keys(scope);
  await new AsyncFunction(...names, `'use strict';\n{\n${code}\n}`)(...names.map((name) => scope[name]));
});
