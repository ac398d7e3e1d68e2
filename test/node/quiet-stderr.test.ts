/** Text that native code prints while Dawn is kept quiet is not seen, and what comes before and after is. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PROGRAM = `
import { writeSync } from 'node:fs';
import { withQuietStderr } from './src/node/quiet-stderr.ts';
process.stderr.write('before ');
const result = withQuietStderr(() => { writeSync(2, 'noise '); return 'result '; });
process.stderr.write(result);
try { withQuietStderr(() => { throw new Error('thrown '); }); } catch (error) { process.stderr.write(error.message); }
writeSync(2, 'after');
`;

const ROOT = join(import.meta.dirname, '..', '..');

/** Runs it in a shell, which gives it a pipe for standard error where Node would give it a socket. */
function runInShell(redirection: string): string {
  const command = `"$0" --import tsx --input-type module -e "$1" ${redirection}`;
  return execFileSync('sh', ['-c', command, process.execPath, PROGRAM], { cwd: ROOT }).toString();
}

describe.runIf(process.platform === 'linux')('withQuietStderr', () => {
  it('keeps noise from a pipe', () => {
    expect(runInShell('2>&1 >/dev/null | cat')).toBe('before result thrown after');
  });

  it('leaves a file as it is, whose other users would write over each other', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'tilecast-quiet-')), 'log');
    runInShell(`2>${path}`);
    expect(readFileSync(path, 'utf8')).toBe('before noise result thrown after');
  });
});
