/**
 * `npm run check:dependencies`: whether every package that the lock file names has a licence that lets anybody use tilecast
 * for anything, and whether the registry knows of holes in them. A registry that does not answer is said, and no failure.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const say = (line: string) => process.stdout.write(`${line}\n`);

const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
];
/** Packages whose licences have no name of their own, and were read: h5wasm's are those of NIST and of HDF5 (BSD, three clauses). */
const READ = ['node_modules/h5wasm'];
/** Copyleft for each file of their own: right for tools, which are neither bundled nor installed with the package. */
const OF_TOOLS = ['MPL-2.0'];

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
}

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

function isFine([path, { license = '', dev }]: [string, LockedPackage]): boolean {
  if (READ.includes(path)) return true;
  const choices = license.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => PERMISSIVE.includes(choice) || (dev === true && OF_TOOLS.includes(choice)));
}

const wrong = packages.filter((entry) => !isFine(entry));
for (const [path, { license }] of wrong) say(`${path}: has the licence ${license ?? 'of nobody knows what'}`);
say(`${packages.length} packages, ${wrong.length} without a permissive licence`);

const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: ROOT, encoding: 'utf8' });
const counts = readCounts(stdout);
if (!counts) say('the registry does not tell of vulnerabilities here');
else say(`vulnerabilities: ${JSON.stringify(counts)}`);

function readCounts(json: string): Readonly<Record<string, number>> | undefined {
  try {
    return JSON.parse(json).metadata?.vulnerabilities;
  } catch {
    return undefined;
  }
}

if (wrong.length > 0 || (counts?.['high'] ?? 0) + (counts?.['critical'] ?? 0) > 0) process.exitCode = 1;
