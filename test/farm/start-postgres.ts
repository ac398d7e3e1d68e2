/** A PostgreSQL server of a test's own, where Debian's package has put one. */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VERSIONS = '/usr/lib/postgresql';
const newest = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort().at(-1) : undefined;
/** It refuses to run as root; the package made a user for it. */
const isRoot = process.getuid?.() === 0;
const idOf = (kind: '-u' | '-g') => Number(spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' }).stdout);

export const HAS_POSTGRES = newest !== undefined && (!isRoot || idOf('-u') > 0);

export interface PostgresServer {
  readonly url: string;
  readonly stop: () => void;
}

/** It listens on a socket in a folder of its own alone, and trusts whoever can open that. */
export function startPostgres(): PostgresServer {
  const folder = mkdtempSync(join(tmpdir(), 'tilecast-pg-'));
  const owner = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'));
  const data = join(folder, 'data');
  const run = (program: string, ...args: string[]) => {
    const path = join(VERSIONS, newest!, 'bin', program);
    const { status, stderr } = spawnSync(path, args, { ...owner, cwd: folder, encoding: 'utf8', timeout: 60_000 });
    if (status !== 0) throw new Error(`${program} ends with ${status}: ${stderr}`);
  };
  run('initdb', '--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--no-sync');
  const log = join(folder, 'log');
  run('pg_ctl', '--pgdata', data, '--log', log, '--options', `-k ${folder} -c listen_addresses=''`, '--wait', 'start');
  return {
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    stop: () => {
      run('pg_ctl', '--pgdata', data, '--mode', 'immediate', '--wait', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
