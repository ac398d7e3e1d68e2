/** What the command line tells people, apart from its results: lines on standard error. */
export function say(line: string): void {
  process.stderr.write(`tilecast: ${line}\n`);
}
