/** Finds the command, runs it, and turns errors into one line and an exit code. */
import type { Argv, CommandModule, FallbackCompletionFunction } from 'yargs';
import manifest from '../../package.json' with { type: 'json' };
import { DeviceError, InputError } from '../index.js';
import { collectReferences } from '../node/read/references.js';
import { tellSlowServers } from '../node/read/slow-servers.js';
import { collectStores } from '../node/read/stores/opened-stores.js';
import { ownProcess } from '../node/threads/return-freed-memory.js';
import { isOptionName, OPTIONS } from '../recipe/options.js';
import { startsWithInput } from './arguments/imply-render.js';
import { listOptions } from './arguments/list-options.js';
import { parseQuickly } from './arguments/parse-quickly.js';
import { suggestCommand } from './arguments/suggest-command.js';
import { suggestFile } from './arguments/suggest-file.js';
import { suggestOption } from './arguments/suggest-option.js';
import { COMMANDS } from './commands.js';
import { findOutputName } from './outputs/find-output-name.js';
import { nameWritten } from './outputs/name-outputs.js';
import { nameStreams } from './outputs/name-streams.js';
import { say, sayDetails } from './say.js';

const NAME = 'tilecast';
const EXIT = { failure: 1, input: 2, device: 3 } as const;

/** Commands with commands of their own, which yargs finds by their full name alone. */
const GROUPS: readonly string[] = ['transfer'];

const both = (text: string) => ({ one: text, other: text }) as unknown as string;

const UNKNOWN = ': there is no such option or input; --help lists what there is';

/** yargs's own messages, in our words; those that it has a plural of need both forms, which its types leave out. */
const MESSAGES = {
  'Missing argument value: %s': both('--%s: its value is missing'),
  'Not enough arguments following: %s': '--%s: its value is missing',
  'Not enough non-option arguments: got %s, need at least %s': both('got %s of %s inputs'),
  'Unknown argument: %s': both(`%s${UNKNOWN}`),
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

/** Files after `--` may start with a dash, which yargs does not take for inputs: as paths from the folder they do not. */
function takeOperands(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  if (end < 0) return args;
  const operands = args.slice(end + 1).map((arg) => (/^-./.test(arg) ? `./${arg}` : arg));
  return [...args.slice(0, end), ...operands];
}

/** The question of the script that `tilecast completion` prints, with a command line that is not whole yet. */
const COMPLETION_QUESTION = '--get-yargs-completions';

/** Leaves options out until there is a dash, so that shells complete the names of files. */
const completeWords: FallbackCompletionFunction = (current, _, complete, done) =>
  complete((_error, words = []) => done(words.filter((word) => current.startsWith('-') || !word.startsWith('-'))));

/** Commands that run much code a few times. */
const POSTPONED: readonly string[] = ['slices', 'render'];

/** Lists of inputs. */
const POSITIONALS: readonly string[] = ['_', 'inputs', 'meshes'];

const isList = (name: string) => POSITIONALS.includes(name) || (isOptionName(name) && 'repeatable' in OPTIONS[name]);

/** Takes the last value of anything else that is given several times. */
function takeLast(args: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(args)) {
    if (Array.isArray(value) && !isList(name)) args[name] = value.at(-1);
  }
}

/**
 * Unknown options as they were typed, with what was meant by them: yargs says their names, in several spellings.
 * @param command whose options they are not; undefined where none was named.
 */
function explain(message: string, args: readonly string[], command: CommandModule | undefined): string {
  const few = /^got (\d+) of (\d+) inputs/.exec(message);
  if (few)
    return few[1] === '0' ? 'the input is missing: name a file' : `names ${few[1]} of ${few[2]} inputs that it needs`;
  if (!message.endsWith(UNKNOWN)) return message;
  const [first = ''] = args;
  if (command === undefined && !first.startsWith('-') && !Object.hasOwn(COMMANDS, first)) {
    return `${first}: there is no such command; ${suggestCommand(first) ?? 'tilecast --help lists them'}`;
  }
  const [name = ''] = message.slice(0, -UNKNOWN.length).split(', ');
  const typed = args.find((arg) => [`--${name}`, `-${name}`].includes(arg.split('=')[0]!))?.split('=')[0];
  if (typed === undefined) return `${name}${UNKNOWN}`;
  const options = command ? listOptions(command) : [];
  return `${typed}: there is no such option; ${suggestOption(name, options) ?? '--help lists what there is'}`;
}

function configure(parser: Argv, args: readonly string[], command?: CommandModule): Argv {
  return (
    parser
      .parserConfiguration({ 'dot-notation': false })
      // Its types leave out that middleware gets the parser too.
      .middleware(takeLast as (args: Record<string, unknown>) => void, true)
      .updateStrings(MESSAGES)
      .strict()
      .version(manifest.version)
      .help()
      .alias({ help: 'h', version: 'v' })
      .wrap(Math.min(120, process.stdout.columns ?? 120))
      .exitProcess(false)
      .fail((message, error) => {
        throw error && error.name !== 'YError' ? error : new InputError(explain(message, args, command));
      })
  );
}

/** The parser asks for the working folder while it loads. */
async function loadParser(): Promise<typeof import('yargs').default> {
  try {
    process.cwd();
  } catch (cause) {
    throw new InputError('the working folder no longer exists; change to another', { cause });
  }
  return (await import('yargs')).default;
}

/** Commands that can be kept from reading what their inputs name elsewhere. */
const CONFINED: readonly unknown[] = ['render', 'slices', 'info', 'convert'];

/** Notes what inputs had read from outside of their own folders, which whoever did not write them may not expect. */
function sayReferences(references: ReturnType<typeof collectReferences>, command: string | undefined): void {
  const hint = CONFINED.includes(command) ? '; --within FOLDER refuses that' : '';
  for (const [input, [first, ...more]] of references) {
    const others = more.length > 0 ? ` and ${more.length} more files` : '';
    say(`${input}: had ${first}${others} read, outside of its own folder${hint}`);
  }
}

/** Notes how many chunks are missing of what was read, by store: they look like empty space. */
function sayLacking(stores: ReturnType<typeof collectStores>): void {
  const counts = new Map<string, number>();
  for (const { name, countLacking } of stores) counts.set(name, (counts.get(name) ?? 0) + (countLacking?.() ?? 0));
  for (const [name, count] of counts) {
    if (count === 0) continue;
    const what = count === 1 ? 'one chunk that is' : `${count} chunks that are`;
    say(`${name}: lacks at least ${what} not empty by its own ranges, and shown as empty space; get a whole copy`);
  }
}

/** Lines about chunks that stores lack although they are hardly empty, by the finest level that shows it. */
function sayAbsent(stores: ReturnType<typeof collectStores>): void {
  const told = new Set<string>();
  for (const { name, findAbsent } of stores) {
    const found = told.has(name) ? undefined : findAbsent?.();
    if (!found) continue;
    told.add(name);
    const { count, of, isAll, fill, contradicted } = found;
    const among = isAll ? `${count} of ${of} chunks` : `at least ${count} of ${of} chunks that were asked for`;
    const which = `${contradicted} of them beside chunks that hold other values up to their edge`;
    say(`${name}: ${among} are not there: drawn as the fill value ${fill}, ${which}; get a whole copy`);
  }
}

/** The command line with `--help` for `help COMMAND`, as other programs have it. */
const askForHelp = (args: readonly string[]) => (args[0] === 'help' && args.length === 2 ? [args[1]!, '--help'] : args);

async function run(given: readonly string[]): Promise<void> {
  const args = askForHelp(given);
  const [name = '', ...rest] = args;
  const load = Object.hasOwn(COMMANDS, name) && !GROUPS.includes(name) ? COMMANDS[name] : undefined;
  if (load) {
    const command = await load();
    if (POSTPONED.includes(name)) (await import('./postpone-optimizing.js')).postponeOptimizing();
    const prepared = command.prepare?.(rest) ?? rest;
    const quick = parseQuickly(command, prepared);
    if (quick) {
      await command.handler({ ...quick, _: [], $0: NAME });
      return;
    }
    const yargs = await loadParser();
    // The default command is alone, for which yargs does without laying out its help: that takes 15 ms.
    const alone = { ...command, command: String(command.command).replace(name, '$0') };
    await configure(yargs([...prepared]), prepared, command as CommandModule)
      .scriptName(`${NAME} ${name}`)
      .command(alone as CommandModule)
      .parseAsync();
    return;
  }
  if (startsWithInput(args) && !rest.some((arg) => arg === '--help' || arg === '-h')) {
    throw new InputError(
      `${name}: add -o ${findOutputName(rest) ?? 'picture.png'} to render it, or put a command before it, as in tilecast info FILE`,
    );
  }
  const [shell] = rest;
  if (name === 'completion' && shell !== undefined && !shell.startsWith('-')) {
    throw new InputError(
      `${shell}: completion takes no arguments; it prints a script for bash, or for zsh if that is your SHELL`,
    );
  }
  const yargs = await loadParser();
  const commands = await Promise.all(Object.values(COMMANDS).map((loadOne) => loadOne()));
  await configure(yargs([...args]), args)
    .scriptName(NAME)
    .usage('$0 <command>\n\nRay casts volumes on any GPU, or without one.')
    .command(commands)
    .completion('completion', 'Print a script that completes commands and options in bash or zsh', completeWords)
    .demandCommand(1, 'name a command; tilecast --help lists them')
    .parseAsync();
}

/** The message with a file of nearly the name of one that was typed and is not there. */
function explainMissing(message: string, args: readonly string[]): string {
  const [, path = ''] = /^(.+): does not exist; check the path$/s.exec(message) ?? [];
  const near = args.includes(path) ? suggestFile(path) : undefined;
  return near === undefined ? message : `${path}: does not exist; did you mean ${near}?`;
}

function report(error: unknown, args: readonly string[] = []): void {
  const known = error instanceof InputError || error instanceof DeviceError;
  const text = known
    ? nameWritten(explainMissing(error.message, args), args)
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
  const [first = '', ...stack] = known ? [text] : text.split('\n');
  say(first);
  sayDetails(stack);
  process.exitCode =
    error instanceof InputError ? EXIT.input : error instanceof DeviceError ? EXIT.device : EXIT.failure;
}

/** Runs the command that `args` name, as the shell gave them. */
export async function runCommand(args: readonly string[]): Promise<void> {
  ownProcess();
  // Whoever reads our output may stop early, as `head` does; that is no failure of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    report(error);
  });
  try {
    tellSlowServers(say);
    const references = collectReferences();
    const stores = collectStores();
    await run(args[0] === COMPLETION_QUESTION ? args : nameStreams(joinNegativeValues(takeOperands(args))));
    sayReferences(references, args[0]);
    sayLacking(stores);
    sayAbsent(stores);
  } catch (error) {
    report(error, args);
  }
}
