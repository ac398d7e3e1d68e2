/** Pages of the site that are READMEs of the repository. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

export interface SourcePage {
  /** The folder of the page in the site. */
  readonly at: string;
  /** The file in the repository. */
  readonly file: string;
  readonly group: string;
  /** Its name in the menu; pages without a group are reached by links and by the search. */
  readonly title: string;
}

const experiments = readdirSync(join(ROOT, 'experiments'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

export const SOURCE_PAGES: readonly SourcePage[] = [
  { at: 'start', file: 'README.md', group: 'Start', title: 'Install and first steps' },
  { at: 'cli', file: 'src/cli/README.md', group: 'Reference', title: 'Command line' },
  { at: 'viewer', file: 'src/viewer/README.md', group: 'Reference', title: 'Viewer element' },
  { at: 'web', file: 'src/web/README.md', group: 'Reference', title: 'Package for pages' },
  { at: 'service', file: 'src/service/README.md', group: 'Reference', title: 'Service' },
  { at: 'python', file: 'src/python/README.md', group: 'Reference', title: 'Python' },
  { at: 'image', file: 'src/image/README.md', group: 'Reference', title: 'Containers' },
  { at: 'farm', file: 'src/farm/README.md', group: 'Reference', title: 'Many machines' },
  { at: 'security', file: 'SECURITY.md', group: 'Reference', title: 'Security' },
  { at: 'architecture', file: 'src/README.md', group: 'Inside', title: 'Architecture' },
  { at: 'kernels', file: 'wgsl/README.md', group: 'Inside', title: 'Kernels' },
  { at: 'experiments', file: 'experiments/README.md', group: 'Inside', title: 'Experiments' },
  { at: 'volumes', file: 'volumes/README.md', group: 'Inside', title: 'Sample volumes' },
  { at: 'contributing', file: 'CONTRIBUTING.md', group: 'Inside', title: 'Contributing' },
  { at: 'changelog', file: 'CHANGELOG.md', group: 'Inside', title: 'Changelog' },
  ...experiments.map((name) => ({
    at: `experiments/${name}`,
    file: `experiments/${name}/README.md`,
    group: '',
    title: `Experiment: ${name}`,
  })),
];
