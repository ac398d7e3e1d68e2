/**
 * Releases by the changelog. `npm run release` gives what is unreleased the version that follows from it, in the changelog and in the
 * manifest; `npm run release -- --check v1.2.3` says whether a tag, both of them and nothing unreleased agree, and prints the notes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nextVersion, notesOf, releaseChangelog } from './changelog.js';

const ROOT = join(import.meta.dirname, '..', '..');
const CHANGELOG = join(ROOT, 'CHANGELOG.md');
const MANIFESTS = ['package.json', 'package-lock.json'].map((name) => join(ROOT, name));

const say = (line: string) => process.stdout.write(`${line}\n`);
const changelog = readFileSync(CHANGELOG, 'utf8');
const { version } = JSON.parse(readFileSync(MANIFESTS[0]!, 'utf8')) as { version: string };
const [flag, tag] = process.argv.slice(2);

if (flag === '--check') check();
else release(nextVersion(changelog, version));

function check(): void {
  const notes = notesOf(changelog, version);
  const wrong = [
    ...(tag === `v${version}` ? [] : [`the tag is ${tag}, and package.json has ${version}`]),
    ...(notes === undefined ? [`CHANGELOG.md has no ${version}`] : []),
    ...(notesOf(changelog, 'Unreleased')
      ? ['CHANGELOG.md has unreleased changes; npm run release gives them a version']
      : []),
  ];
  for (const line of wrong) say(line);
  if (wrong.length > 0) process.exitCode = 1;
  else say(notes!);
}

function release(next: string): void {
  writeFileSync(CHANGELOG, releaseChangelog(changelog, next));
  for (const path of MANIFESTS) {
    // The first versions are those of the package itself; the lock file has two.
    const text = readFileSync(path, 'utf8');
    const count = path.endsWith('lock.json') ? 2 : 1;
    let done = 0;
    const replaced = text.replaceAll(`"version": "${version}"`, (found) =>
      done++ < count ? `"version": "${next}"` : found,
    );
    writeFileSync(path, replaced);
  }
  say(`${version} → ${next}; commit it, and tag it v${next}`);
}
