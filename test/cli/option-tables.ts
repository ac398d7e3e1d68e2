/** The tables of options in the command line's reference, a group each, from the rows that help and parsers follow from. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandOption, RENDER_OPTIONS } from '../../src/cli/render/render-options.js';
import { SLICE_COMMAND_OPTIONS } from '../../src/cli/slices/slice-command-options.js';

export const REFERENCE = join(import.meta.dirname, '..', '..', 'src', 'cli', 'README.md');

const TABLES: Readonly<Record<string, Readonly<Record<string, CommandOption>>>> = {
  render: RENDER_OPTIONS,
  slices: SLICE_COMMAND_OPTIONS,
};

/** A text in a cell, where a bar would end it and a less-than sign may begin a tag. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** Switches that are on have their negation beside them. */
const nameOf = (name: string, { type, alias, defaultDescription }: CommandOption) =>
  [
    ...(alias === undefined ? [] : [`\`-${alias}\``]),
    `\`--${name}\``,
    ...(type === 'boolean' && defaultDescription === 'true' ? [`\`--no-${name}\``] : []),
  ].join(', ');

function formatRow([name, option]: readonly [string, CommandOption]): string {
  const { type, describe, array, defaultDescription } = option;
  const isSwitch = type === 'boolean';
  const standard = isSwitch ? (defaultDescription === 'true' ? 'on' : '') : (defaultDescription ?? '');
  return `| ${nameOf(name, option)} | ${cell(describe)}${array && !/once|repeatable/.test(describe) ? '; repeatable' : ''} | ${cell(standard)} |`;
}

/** A command's options by groups, in the order of its help. */
export function formatOptionTables(command: string): string {
  const options = Object.entries(TABLES[command]!);
  const groups = [...new Set(options.map(([, { group }]) => group))];
  return groups
    .map((group) =>
      [
        `| ${group.replace(/:$/, '')} | | default |`,
        '| --- | --- | --- |',
        ...options.filter(([, option]) => option.group === group).map(formatRow),
      ].join('\n'),
    )
    .join('\n\n');
}

const begin = (command: string) => `<!-- options of ${command}: npm run options writes them -->\n\n`;
const END = '\n\n<!-- end of options -->';

/** The reference with the tables of today. */
export function withOptionTables(reference: string): string {
  return Object.keys(TABLES).reduce((text, command) => {
    const from = text.indexOf(begin(command));
    const to = text.indexOf(END, from);
    if (from < 0 || to < 0) throw new Error(`the reference has no place for the options of ${command}`);
    return text.slice(0, from) + begin(command) + formatOptionTables(command) + text.slice(to);
  }, reference);
}

export const readReference = () => readFileSync(REFERENCE, 'utf8');
