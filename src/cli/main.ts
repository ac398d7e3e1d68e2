#!/usr/bin/env node
/** The command line: finds the command and turns what it throws into one line and an exit code. */
import yargs from 'yargs';
import manifest from '../../package.json' with { type: 'json' };
import { DeviceError, InputError } from '../index.js';
import { devices } from './commands/devices.js';
import { render } from './commands/render.js';
import { transfer } from './commands/transfer.js';

const EXIT = { failure: 1, input: 2, device: 3 } as const;

const both = (text: string) => ({ one: text, other: text }) as unknown as string;

/** yargs's own messages, told as ours are; those that it has a plural of need both forms, which its types leave out. */
const MESSAGES = {
  'Did you mean %s?': 'there is no such command; did you mean %s?',
  'Missing argument value: %s': both('--%s: its value is missing'),
  'Not enough arguments following: %s': '--%s: its value is missing',
  'Not enough non-option arguments: got %s, need at least %s': both('the input is missing: name a file'),
  'Unknown argument: %s': both('%s: there is no such option or input; --help lists what there is'),
  'Unknown command: %s': both('%s: there is no such command; tilecast --help lists them'),
};

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
    .command(transfer)
    .command(devices)
    .updateStrings(MESSAGES)
    .demandCommand(1, 'name a command; tilecast --help lists them')
    .recommendCommands()
    .strict()
    .version(manifest.version)
    .help()
    // yargs lays out its help on every call; wrapping, which takes most of that time, is for those who read it.
    .wrap(process.argv.includes('--help') ? Math.min(120, process.stdout.columns ?? 120) : null)
    .exitProcess(false)
    .fail((message, error) => {
      throw error && error.name !== 'YError' ? error : new InputError(message);
    })
    .parseAsync();
} catch (error) {
  report(error);
}
