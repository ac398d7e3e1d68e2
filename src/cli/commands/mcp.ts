/** `tilecast mcp`: tools for agents, by the Model Context Protocol over standard input and output. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { InputError } from '../../index.js';
import { isUrl } from '../../lab.js';
import { assertPlaceWithin, assertWithin } from '../../node/index.js';
import { serveMcp } from '../../service/mcp.js';
import { listTools, type ToolContext } from '../../service/mcp-tools.js';
import { answerPicture } from '../../service/service.js';
import { MAIN } from '../farm/open-farm-queue.js';
import { chooseAdapter } from '../open-adapter.js';
import {
  type OpenedService,
  openService,
  rootOf,
  SERVICE_OPTIONS,
  type ServiceArguments,
} from '../service/open-service.js';

export const mcp: CommandModule<object, ServiceArguments> = {
  command: 'mcp',
  describe: 'Give agents tools by the Model Context Protocol: info, render, slices, measure, convert',
  builder: (yargs) =>
    yargs
      .options(SERVICE_OPTIONS)
      .requiresArg(Object.entries(SERVICE_OPTIONS).flatMap(([name, { type }]) => (type === 'string' ? [name] : [])))
      .example('$0 --root scans', 'started by the agent’s program') as unknown as Argv<ServiceArguments>,
  handler: mcpCommand,
};

const INSTRUCTIONS =
  'Renders medical and scientific volumes (DICOM, NIfTI, NRRD, TIFF, Zarr, …) and meshes. Paths are relative to one folder. Start with info; render and slices return pictures, and say in notes what they guessed.';

const OUTPUT_BYTES_MAX = 16 << 20;

async function mcpCommand(args: ServiceArguments): Promise<void> {
  const root = resolve(rootOf(args));
  const service = await openService(args, { within: root, workers: 1 });
  try {
    const tools = listTools(toolContext(service, args, { root, within: resolve(args.within ?? root) }));
    await serveMcp(tools, INSTRUCTIONS, process.stdin, process.stdout);
  } finally {
    await service.close();
  }
}

function toolContext(
  service: OpenedService,
  args: ServiceArguments,
  { root, within }: { readonly root: string; readonly within: string },
): ToolContext {
  const { adapter, software } = chooseAdapter(args);
  const locate = async (path: string, check: typeof assertWithin) => {
    if (isUrl(path)) throw new InputError(`${path}: is an address, which render and slices alone read`);
    const full = resolve(root, path);
    await check(full, [within]).catch(() => {
      throw new InputError(`${path}: is not there, or lies outside of what may be read`);
    });
    return full;
  };
  const measuring = ['--adapter', adapter, ...(software ? ['--software'] : [])];
  return {
    draw: (kind, recipe, signal) =>
      answerPicture(service, { caller: 'agent', kind, recipe, output: 'png', files: {}, signal }),
    run: (command, signal) =>
      run([...command, '--within', within, ...(command[0] === 'info' ? [] : measuring)], root, signal),
    input: (path) => locate(path, assertWithin),
    output: async (path) => {
      const full = await locate(path, assertPlaceWithin);
      if (existsSync(full)) throw new InputError(`${path}: is there already; name another file`);
      return full;
    },
  };
}

/** Runs a command in a process of its own, and gives what it prints. @throws InputError with the line that it refuses with. */
function run(args: readonly string[], root: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolvePromise, reject) => {
    execFile(
      process.execPath,
      [MAIN, ...args],
      { cwd: root, signal, maxBuffer: OUTPUT_BYTES_MAX },
      (error, stdout, stderr) => {
        if (!error) return resolvePromise(stdout.replaceAll(`${root}/`, ''));
        const line = stderr.trim().split('\n').at(-1) || error.message;
        reject(new InputError(line.replace(/^tilecast: /, '').replaceAll(`${root}/`, '')));
      },
    );
  });
}
