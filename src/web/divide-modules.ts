/**
 * Divides the modules of `dist` among its files by what loads them, so that a command compiles little that it does not need. A first
 * build, of which nothing is written, has a file for each module: their imports are those that are left without unused code.
 */
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

/** Sources where the loading of modules begins, by who loads them. */
const STARTS = {
  info: [
    'cli/run-command',
    'cli/commands/info',
    'files/volumes/nrrd/nrrd',
    'files/volumes/nifti/nifti',
    'files/volumes/meta-image/meta-image',
  ],
  slices: ['cli/run-command', 'cli/commands/slices'],
  convert: ['cli/run-command', 'cli/commands/convert', 'files/stores/flat/flat-layout', 'files/stores/flat/flat-store'],
  render: ['cli/run-command', 'cli/commands/render', 'cast/target/read-frame', 'cast/submit/submit-bands'],
  threads: ['node/node-decode-worker', 'node/threads/voxel-worker', 'node/png/encode-worker'],
  library: ['index', 'mesh-queries', 'files/stores/decoding/decode-worker'],
  pages: ['lab', 'viewer/index', 'viewer/page'],
} as const;

/** Users in pages, which cannot do without what a module imports later. */
const IN_PAGES: readonly string[] = ['library', 'pages'];

type User = keyof typeof STARTS;
type Files = ReadonlyMap<string, Rolldown.OutputChunk>;

/**
 * The files' names, which say whom they are for. Each imports only from those that as many load: whoever loads a module loads what
 * it imports, too.
 */
function nameFile(users: ReadonlySet<User>): string | null {
  const command = users.has('info')
    ? 'commands'
    : users.has('slices') && users.has('render')
      ? 'pictures'
      : (['slices', 'render', 'convert'] as const).filter((user) => users.has(user)).join('-');
  if (command === '') return null;
  // The viewer's page loads all of the library.
  const page = IN_PAGES.find((user) => users.has(user as User)) ?? [];
  return [command, users.has('threads') ? 'threads' : [], page].flat().join('-');
}

/** Adds all that a file loads: what it imports and, if wanted, what it imports later. */
function addLoaded(file: string, files: Files, later: boolean, loaded: Set<string>): void {
  const chunk = files.get(file);
  if (!chunk || loaded.has(file)) return;
  loaded.add(file);
  for (const next of [...chunk.imports, ...(later ? chunk.dynamicImports : [])]) addLoaded(next, files, later, loaded);
}

/** The file of a source's module, which has nothing in it where the module only exports others. */
function findStart(source: string, chunks: readonly Rolldown.OutputChunk[]): string {
  const isSource = (id: string | null) => id?.endsWith(`/src/${source}.ts`) === true;
  const chunk = chunks.find(({ facadeModuleId, moduleIds }) => isSource(facadeModuleId) || moduleIds.some(isSource));
  if (!chunk) throw new Error(`src/${source}.ts: is no module any more; see STARTS`);
  return chunk.fileName;
}

/** Names the file of each module that one of the commands loads. */
export function nameFiles(chunks: readonly Rolldown.OutputChunk[]): ReadonlyMap<string, string> {
  const files = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const usersOf = new Map<string, Set<User>>();
  for (const [user, starts] of Object.entries(STARTS) as [User, readonly string[]][]) {
    const loaded = new Set<string>();
    for (const start of starts) addLoaded(findStart(start, chunks), files, IN_PAGES.includes(user), loaded);
    for (const id of [...loaded].flatMap((file) => files.get(file)!.moduleIds)) {
      usersOf.set(id, (usersOf.get(id) ?? new Set<User>()).add(user));
    }
  }
  return new Map([...usersOf].map(([id, users]) => [id, nameFile(users)] as const).filter(isNamed));
}

const isNamed = (entry: readonly [string, string | null]): entry is [string, string] => entry[1] !== null;

/**
 * Gives a plugin that finds the files of modules before the build, and the group that takes them.
 * @param settings the build's, with the plugins that its modules need.
 */
export function divideModules(settings: InlineConfig): {
  readonly plugin: Plugin;
  readonly group: Rolldown.CodeSplittingGroup;
} {
  let files: ReadonlyMap<string, string> = new Map();
  const plugin: Plugin = {
    name: 'divide-modules',
    apply: 'build',
    async buildStart() {
      const codeSplitting = {
        includeDependenciesRecursively: false,
        groups: [{ name: (id: string) => id.replaceAll(/\W+/g, '_') }],
      };
      const built = await build({
        ...settings,
        configFile: false,
        logLevel: 'error',
        build: {
          ...settings.build,
          write: false,
          sourcemap: false,
          license: false,
          rolldownOptions: { ...settings.build?.rolldownOptions, output: { codeSplitting } },
        },
      });
      files = nameFiles((built as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk'));
    },
  };
  return { plugin, group: { name: (id) => files.get(id) ?? null, includeDependenciesRecursively: false } };
}
