/** The changelog as data: the notes of a version, and the version that unreleased changes ask for. */

const UNRELEASED = 'Unreleased';

/** The text below a version's heading; undefined if there is none, and empty if nothing is below it. */
export function notesOf(changelog: string, version: string): string | undefined {
  const heading = `## ${version}\n`;
  const start = `\n${changelog}`.indexOf(`\n${heading}`);
  if (start < 0) return undefined;
  const rest = changelog.slice(start + heading.length);
  const end = rest.search(/^## /m);
  return (end < 0 ? rest : rest.slice(0, end)).trim();
}

/**
 * The version by Semantic Versioning: what is changed or removed may break programs, what is added does not, and anything else is a fix. Below
 * 1.0, programs may break with a minor version.
 * @throws Error if nothing is unreleased.
 */
export function nextVersion(changelog: string, version: string): string {
  const notes = notesOf(changelog, UNRELEASED);
  if (!notes) throw new Error('CHANGELOG.md: nothing is unreleased');
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const has = (heading: string) => new RegExp(`^### ${heading}$`, 'm').test(notes);
  const breaks = has('Changed') || has('Removed');
  if (breaks && major > 0) return `${major + 1}.0.0`;
  return breaks || has('Added') ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** The changelog with what was unreleased under the version's heading. */
export function releaseChangelog(changelog: string, version: string): string {
  return changelog.replace(`## ${UNRELEASED}\n`, `## ${UNRELEASED}\n\n## ${version}\n`);
}
