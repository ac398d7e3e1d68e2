/** Parses command lines that have nothing to explain by Node's own parser: yargs takes longer to load than all else here. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** An option as yargs describes it, which is all that the quick parser looks at. */
interface QuickOption {
  readonly type: 'string' | 'boolean';
  readonly alias?: string;
  /** Whether it can be given several times. */
  readonly array?: boolean;
}

/** A command's additions to its description for yargs, so that its command line can be parsed without. */
export interface QuickCommand {
  readonly quick?: {
    readonly options: Readonly<Record<string, QuickOption>>;
    /** The name of the list of all other arguments. */
    readonly list: string;
  };
  /** Changes its arguments before anything parses them. */
  readonly prepare?: (args: readonly string[]) => readonly string[];
}

/**
 * The arguments as yargs would give them to the handler; undefined where there is help to print or a mistake to explain, or
 * where the command cannot be parsed without yargs.
 */
export function parseQuickly({ quick }: QuickCommand, args: readonly string[]): Record<string, unknown> | undefined {
  if (!quick) return undefined;
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const [name, { type, alias, array = false }] of Object.entries(quick.options)) {
    options[name] = { type, multiple: array, ...(alias !== undefined && { short: alias }) };
  }
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      allowNegative: true,
    });
    return { ...values, [quick.list]: positionals };
  } catch {
    return undefined;
  }
}
