#!/usr/bin/env node
/** The command line's entry: prints its version by itself, and loads everything else on demand. */
import module from 'node:module';
import manifest from '../../package.json' with { type: 'json' };
import { keepHeapSmall } from '../node/small-heap.js';
import { implyRender } from './arguments/imply-render.js';

const args = implyRender(process.argv.slice(2));

// Before modules are loaded: the young generation never shrinks.
if (args.some((arg) => /^--(?:host-)?memory(?:=|$)/.test(arg))) keepHeapSmall();

/** Commands whose time the process bounds. A worker bounds that of each job. */
const LIMITED: readonly unknown[] = ['render', 'slices', 'info', 'convert', 'measure'];

/** Whether the command line asks for a limit of time, which another process has kept. */
async function runsInTime(): Promise<boolean> {
  if (!LIMITED.includes(args[0]) || !args.some((arg) => arg.startsWith('--time-limit'))) return false;
  return (await import('./watch/keep-time.js')).keepTime(args);
}

if (args.length === 1 && /^(?:--version|-v)$/.test(args[0]!)) {
  process.stdout.write(`${manifest.version}\n`);
} else if (process.env['TILECAST_WATCHED'] === undefined && (await runsInTime())) {
  // Another process has done it.
} else {
  if (process.env['TILECAST_WATCHED'] !== undefined) (await import('./watch/be-watched.js')).beWatched();
  // Nothing is pending then. Node would go on to dismantle itself and the GPU's driver: 30 to 100 ms.
  process.once('beforeExit', () => process.exit());
  // Modules for large volumes load beside the command.
  if (args[0] === 'render') {
    import('../node/threads/start-readers.js').then(({ startReaders }) => startReaders(args)).catch(() => undefined);
  }
  if ('enableCompileCache' in module) await (await import('../node/compile-cache.js')).useCompileCache();
  const { runCommand } = await import('./run-command.js');
  await runCommand(args);
}
