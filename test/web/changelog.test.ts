/** Versions that follow from the changelog. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nextVersion, notesOf, releaseChangelog } from '../../src/web/changelog.js';

const write = (...headings: readonly string[]) =>
  `# Changelog\n\n## Unreleased\n\n${headings.map((heading) => `### ${heading}\n\n- One.\n`).join('\n')}\n## 0.1.0\n\nFirst.\n`;

it.each([
  [['Fixed'], '0.1.4', '0.1.5'],
  [['Added', 'Fixed'], '0.1.4', '0.2.0'],
  [['Added', 'Changed'], '0.1.4', '0.2.0'],
  [['Removed'], '1.2.3', '2.0.0'],
  [['Added'], '1.2.3', '1.3.0'],
  [['Faster'], '1.2.3', '1.2.4'],
])('%j after %s is %s', (headings, version, next) => {
  expect(nextVersion(write(...headings), version)).toBe(next);
});

it('a release takes what was unreleased, and leaves nothing so', () => {
  const released = releaseChangelog(write('Added'), '0.2.0');
  expect(notesOf(released, '0.2.0')).toBe('### Added\n\n- One.');
  expect(notesOf(released, 'Unreleased')).toBe('');
  expect(notesOf(released, '0.1.0')).toBe('First.');
  expect(notesOf(released, '0.3.0')).toBeUndefined();
  expect(() => nextVersion(released, '0.2.0')).toThrow('nothing is unreleased');
});

it("the project's own changelog has notes of its version", () => {
  const root = join(import.meta.dirname, '..', '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)).toBeTruthy();
});
