/** Says in notes which file they are about. */

/** The lines with a name before each, unless it is there already: the file is one of several. */
export const aboutFile = (name: string, lines: readonly string[]): string[] =>
  lines.map((line) => (line.startsWith(`${name}: `) ? line : `${name}: ${line}`));
