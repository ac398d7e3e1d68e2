/** Text that native code prints while Dawn is kept quiet is not seen, and what comes before and after is. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PROGRAM = `
import { writeSync } from 'node:fs';
import { withQuietStderr } from './src/node/quiet-stderr.ts';
process.stderr.write('before ');
const result = await withQuietStderr(() => { writeSync(2, 'noise '); return 'result '; });
process.stderr.write(result);
try { await withQuietStderr(() => { throw new Error('thrown '); }); } catch (error) { process.stderr.write(error.message); }
writeSync(2, 'after');
`;

const ROOT = join(import.meta.dirname, '..', '..');

const COMMAND = '"$0" --import tsx --input-type module -e "$1"';

describe.runIf(process.platform === 'linux')('withQuietStderr', () => {
  it('keeps noise from a pipe', () => {
    const pipe = ['-c', `${COMMAND} 2>&1 >/dev/null | cat`, process.execPath, PROGRAM];
    expect(execFileSync('sh', pipe, { cwd: ROOT, encoding: 'utf8' })).toBe('before result thrown after');
  });

  it('keeps noise from a pipe that another user made', () => {
    // The owner of a pipe may shut it; nobody shuts it to the superuser, who becomes somebody else.
    const shut = `import { fchmodSync } from 'node:fs';
      if (process.getuid() === 0) process.setuid(65534); else fchmodSync(2, 0);`;
    const pipe = ['-c', `${COMMAND} 2>&1 >/dev/null | cat`, process.execPath, `${shut}\n${PROGRAM}`];
    expect(execFileSync('sh', pipe, { cwd: ROOT, encoding: 'utf8' })).toBe('before result thrown after');
  });

  it('keeps noise from a file, which stays the same for others that write to it', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'tilecast-quiet-')), 'log');
    execFileSync(
      'sh',
      ['-c', `{ echo first >&2; ${COMMAND}; echo last >&2; } 2>"$2"`, process.execPath, PROGRAM, path],
      {
        cwd: ROOT,
      },
    );
    expect(readFileSync(path, 'utf8')).toBe('first\nbefore result thrown afterlast\n');
  });

  it('keeps noise from a socket, as Node gives it to the programs that it starts', () => {
    const { stderr } = spawnSync('sh', ['-c', COMMAND, process.execPath, PROGRAM], { cwd: ROOT, encoding: 'utf8' });
    expect(stderr).toBe('before result thrown after');
  });
});
