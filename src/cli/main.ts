#!/usr/bin/env node
/** The command line: finds the command and turns what it throws into one line and an exit code. */
import yargs from 'yargs';
import manifest from '../../package.json' with { type: 'json' };
import { DeviceError, InputError } from '../index.js';
import { devices } from './commands/devices.js';
import { render } from './commands/render.js';

const EXIT = { failure: 1, input: 2, device: 3 } as const;

/** Lets the value of an option start with a minus sign, as in `--eye -1,0,0`, which yargs takes for an option. */
function joinNegativeValues(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const previous = joined.at(-1);
    if (/^-[\d.]/.test(arg) && previous && /^--[a-z][a-z-]*$/.test(previous)) joined[joined.length - 1] += `=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

function report(error: unknown): void {
  const known = error instanceof InputError || error instanceof DeviceError;
  const message = known ? error.message.replaceAll('\n', ' ') : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`tilecast: ${message}\n`);
  process.exitCode =
    error instanceof InputError ? EXIT.input : error instanceof DeviceError ? EXIT.device : EXIT.failure;
}

// Whoever reads our output may stop early, as `head` does; that is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  report(error);
});

try {
  await yargs(joinNegativeValues(process.argv.slice(2)))
    .scriptName('tilecast')
    .usage('$0 <command>\n\nRay casts volumes on any GPU, or without one.')
    .parserConfiguration({ 'duplicate-arguments-array': false, 'dot-notation': false })
    .command(render)
    .command(devices)
    .demandCommand(1, 'name a command; tilecast --help lists them')
    .recommendCommands()
    .strict()
    .version(manifest.version)
    .help()
    .wrap(Math.min(120, process.stdout.columns ?? 120))
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? new InputError(message);
    })
    .parseAsync();
} catch (error) {
  report(error);
}
