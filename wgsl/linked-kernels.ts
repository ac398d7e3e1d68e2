/** The kernels of ordinary frames, which are linked when the package is built: vite.config.ts does it. */

type Conditions = readonly string[];

/** Each list with each of the choices; an empty choice adds nothing. */
const withEach = (lists: readonly Conditions[], ...choices: readonly Conditions[]): Conditions[] =>
  lists.flatMap((one) => choices.map((choice) => [...one, ...choice]));

/** Each list with and without each of the conditions. */
const withAndWithout = (lists: readonly Conditions[], ...conditions: readonly string[]): Conditions[] =>
  conditions.reduce<Conditions[]>((all, condition) => withEach(all, [], [condition]), [...lists]);

const ON_GPUS_STEP_BY_STEP: Conditions = ['flat', 'skip', 'volume'];
const STEPS_ON_GPUS: Conditions = ['ahead', ...ON_GPUS_STEP_BY_STEP];
const LIT_STEPS_ON_GPUS: Conditions = ['ahead', 'shade', ...ON_GPUS_STEP_BY_STEP];

/**
 * Composites on GPUs. Workgroups have short tables in their memory. Transfer functions with steps, which show what is between the
 * weights of a GPU's filter, go without it.
 */
const ON_GPUS = withAndWithout(
  withEach([STEPS_ON_GPUS, LIT_STEPS_ON_GPUS], ['hardware_filter'], ['shared_gradients']),
  'rg8unorm',
  'table_in_workgroup',
);

/** Unlit `fine` of two bytes a voxel on GPUs: its table is filtered, as llvmpipe's is, whose kernel it shares where voxels are others. */
const JUDGED_ON_GPUS: Conditions = ['hardware_filter', 'rg8unorm', 'table_filter', ...STEPS_ON_GPUS];

const WITHOUT_GPUS: Conditions = ['hardware_filter', 'table_filter', 'volume'];

/** llvmpipe's rays go step by step, in fours where they are unlit. */
const ON_LLVMPIPE: Conditions = ['flat', ...WITHOUT_GPUS];

/** Lit rays on llvmpipe and on SwiftShader, one by one: large volumes skip, small ones have stored gradients. */
const LIT_ON_CPUS = withEach(
  [
    ['shade', ...ON_LLVMPIPE],
    ['shade', ...WITHOUT_GPUS],
  ],
  ['skip'],
  ['stored_gradients'],
);

/** Lit rays in fours through large volumes on llvmpipe; those of `fine` share light. */
const LIT_AHEAD = withEach([['ahead', 'shade', 'skip', ...ON_LLVMPIPE]], [], ['shared_light']);

/** Kernels of adapters without a GPU. */
const ON_CPUS = [
  ...withAndWithout([WITHOUT_GPUS], 'skip'),
  ...LIT_ON_CPUS,
  ...LIT_AHEAD,
  ...withEach([ON_LLVMPIPE], [], ['ahead', 'skip']),
];

/** Labels, which have styles of their own and are lit. */
const LABELLED = [
  ...withAndWithout([['hardware_filter', 'mask', ...LIT_STEPS_ON_GPUS]], 'rg8unorm', 'table_in_workgroup'),
  ...withEach(LIT_ON_CPUS, ['mask']),
];

const ON_GPUS_BY_RUNS = withAndWithout([['hardware_filter', 'volume']], 'rg8unorm');

/** Rays that are reduced to one value, and those that end at a surface. */
const OTHER_MODES = [
  ...withEach([WITHOUT_GPUS, ...ON_GPUS_BY_RUNS], ['average'], ['mip', 'skip']),
  ...withEach([WITHOUT_GPUS], ['mip'], ['isosurface'], ['isosurface', 'skip']),
  ...withEach(ON_GPUS_BY_RUNS, ['isosurface', 'shared_gradients', 'skip']),
];

/** Meshes alone, under the light at the eye and with shadows, and in volumes of default appearance. */
const MESHES = [
  ...withAndWithout([['meshes'], ['lights', 'meshes', 'shadows']], 'quads'),
  ...withAndWithout([['hardware_filter', 'meshes', ...LIT_STEPS_ON_GPUS]], 'rg8unorm'),
  ...withEach([...LIT_ON_CPUS, ...LIT_AHEAD], ['meshes', 'quads']),
];

/** Kernels that bring meshes to the device, and bin them: src/split has forms for GPUs and for CPUs. */
const FOR_MESHES: readonly (readonly [string, Conditions])[] = [
  ['cast/mesh/bounds.wgsl', []],
  ['cast/mesh/geometry/fit_extent.wgsl', []],
  ['cast/mesh/geometry/fit_rectangles.wgsl', []],
  ['cast/mesh/geometry/normals.wgsl', []],
  ['cast/mesh/geometry/points.wgsl', []],
  ['cast/mesh/geometry/surface.wgsl', []],
  ['cast/mesh/geometry/surface_normals.wgsl', []],
  ['cast/mesh/light_bounds.wgsl', []],
  ['tiles/count_tiles.wgsl', []],
  ['tiles/emit_pairs.wgsl', []],
  ['tiles/fit_slabs.wgsl', []],
  ...['split/scan.wgsl', 'split/scan_sums.wgsl'].flatMap((path) =>
    [[], ['subgroups']].map((conditions) => [path, conditions] as const),
  ),
  ['split/scan_runs.wgsl', []],
  ['split/sum_runs.wgsl', []],
  ['split/level/segment_pieces.wgsl', []],
  ...(
    [
      ['split/level/count_rows.wgsl', []],
      ['split/level/count_runs.wgsl', ['scratch']],
      ['split/level/scatter_runs.wgsl', ['scratch', 'starts']],
      ['split/level/scatter_staged.wgsl', ['starts']],
      ['split/level/scatter_tiles.wgsl', ['narrow', 'starts']],
    ] as const
  ).flatMap(([path, form]) => withAndWithout([form], 'segmented').map((conditions) => [path, conditions] as const)),
];

/** Modules below `wgsl/` with the conditions that hold in them. */
export const LINKED_KERNELS: readonly (readonly [path: string, conditions: Conditions])[] = [
  ['cast/volume/resident/unpack.wgsl', []],
  ['cast/volume/resident/unpack.wgsl', ['copied']],
  ['cast/volume/resident/unpack.wgsl', ['r8unorm']],
  ['cast/volume/resident/unpack.wgsl', ['rg8unorm']],
  ['cast/volume/resident/differences.wgsl', []],
  ['cast/bricks/ranges.wgsl', []],
  ['cast/bricks/ranges.wgsl', ['copied']],
  ['cast/bricks/labels.wgsl', []],
  ['cast/bricks/activity.wgsl', []],
  ['cast/bricks/activity.wgsl', ['mask']],
  ['cast/bricks/activity.wgsl', ['isosurface']],
  ['cast/bricks/distances.wgsl', []],
  ['cast/target/present.wgsl', []],
  ['cast/target/store.wgsl', []],
  ...FOR_MESHES,
  ...[...ON_GPUS, JUDGED_ON_GPUS, ...ON_CPUS, ...LABELLED, ...OTHER_MODES, ...MESHES].map(
    (conditions) => ['cast/ray/cast.wgsl', conditions] as const,
  ),
];
