/** The kernels of ordinary frames, which are linked when the package is built: vite.config.ts does it. */

type Conditions = readonly string[];

/** Each list with each of the choices; an empty choice adds nothing. */
const withEach = (lists: readonly Conditions[], ...choices: readonly Conditions[]): Conditions[] =>
  lists.flatMap((one) => choices.map((choice) => [...one, ...choice]));

/** Each list with and without each of the conditions. */
const withAndWithout = (lists: readonly Conditions[], ...conditions: readonly string[]): Conditions[] =>
  conditions.reduce<Conditions[]>((all, condition) => withEach(all, [], [condition]), [...lists]);

/** Tables of transfer functions on GPUs: of quality plain and of fine, src/cast/volume/plan-sampling.ts says why. */
const CELLS: Conditions = ['half_opacity', 'table_cells'];
const DENSE_CELLS: Conditions = [...CELLS, 'table_in_workgroup'];
const FINE_CELLS: Conditions = ['scale_opacity', 'table_float_cells'];

const STEPS_ON_GPUS: Conditions = ['ahead', 'flat', 'skip', 'volume', 'weigh_skipping'];

/** Composites in blocks of pixels. Dense pictures, unlit, have a strip without a lane layout. */
const ON_GPUS = [
  ...withAndWithout(
    withEach([['hardware_filter', 'lane_layout', ...STEPS_ON_GPUS]], CELLS, DENSE_CELLS, FINE_CELLS),
    'rg8unorm',
    'shade',
  ),
  ...withAndWithout([['hardware_filter', ...STEPS_ON_GPUS, ...DENSE_CELLS]], 'rg8unorm'),
  // Transfer functions with steps show what is between the weights of a GPU's filter.
  ...withAndWithout(
    withEach([['lane_layout', 'shared_gradients', ...STEPS_ON_GPUS]], CELLS, FINE_CELLS),
    'rg8unorm',
    'shade',
  ),
];

const WITHOUT_GPUS: Conditions = ['hardware_filter', 'table_filter', 'volume'];

/** llvmpipe's rays go step by step, in fours where they are unlit. */
const ON_LLVMPIPE: Conditions = ['flat', 'lane_layout', ...WITHOUT_GPUS];

/** Lit rays on llvmpipe and on SwiftShader: large volumes skip, small ones have stored gradients. */
const litOnCpus = (onLlvmpipe: Conditions): Conditions[] => [
  ...withEach([['shade', ...onLlvmpipe]], ['skip'], ['stored_gradients']),
  ...withEach([['shade', ...WITHOUT_GPUS]], ['skip'], ['seek', 'stored_gradients']),
];

/** Kernels of adapters without a GPU. */
const ON_CPUS = [
  ...withAndWithout([WITHOUT_GPUS], 'scale_opacity', 'skip'),
  ...withAndWithout(litOnCpus(ON_LLVMPIPE), 'scale_opacity'),
  ...withAndWithout(withEach([ON_LLVMPIPE], [], ['ahead', 'skip']), 'scale_opacity'),
];

/** Labels, which have styles of their own and are lit. */
const LABELLED = [
  ...withAndWithout(
    withEach([['hardware_filter', 'lane_layout', 'mask', 'shade', ...STEPS_ON_GPUS]], CELLS, DENSE_CELLS, FINE_CELLS),
    'rg8unorm',
  ),
  ...withAndWithout(withEach(litOnCpus(ON_LLVMPIPE), ['mask']), 'scale_opacity'),
];

const ON_CPUS_BY_RUNS = [WITHOUT_GPUS, ['lane_layout', ...WITHOUT_GPUS]];
const ON_GPUS_BY_RUNS = withAndWithout([['hardware_filter', 'lane_layout', 'volume', ...CELLS]], 'rg8unorm');

/** Rays that are reduced to one value, and those that end at a surface. */
const OTHER_MODES = [
  ...withEach([...ON_CPUS_BY_RUNS, ...ON_GPUS_BY_RUNS], ['average']),
  ...withEach(ON_CPUS_BY_RUNS, ['mip', 'refine'], ['minip', 'refine'], ['isosurface'], ['isosurface', 'skip']),
  ...withEach(
    [ON_CPUS_BY_RUNS[1]!, ...ON_GPUS_BY_RUNS],
    ['mip', 'refine', 'skip_ranges'],
    ['minip', 'refine', 'skip_ranges'],
  ),
  ...withEach(ON_GPUS_BY_RUNS, ['isosurface', 'shared_gradients', 'skip']),
];

/** Statistics are asked for of default appearance, if at all. */
const COUNTED = withEach(litOnCpus(ON_LLVMPIPE), ['count', 'scale_opacity']);

/** Meshes under the light at the eye, alone and in volumes of default appearance, and alone with shadows. */
const MESHES = [
  ...withAndWithout(withEach([['headlight', 'meshes']], ['batches'], ['quads']), 'smooth'),
  ...withAndWithout(withEach([['lights', 'meshes', 'shadows']], ['batches'], ['quads']), 'smooth'),
  ...withAndWithout(
    [['batches', 'hardware_filter', 'headlight', 'meshes', 'shade', 'smooth', ...STEPS_ON_GPUS, ...FINE_CELLS]],
    'rg8unorm',
  ),
  ...withEach(litOnCpus(['flat', ...WITHOUT_GPUS]), ['headlight', 'meshes', 'quads', 'scale_opacity', 'smooth']),
];

/** Kernels that bring meshes to the device, and bin them: src/split has forms for GPUs and for CPUs. */
const FOR_MESHES: readonly (readonly [string, Conditions])[] = [
  ['cast/mesh/bounds.wgsl', []],
  ['cast/mesh/bounds.wgsl', ['light']],
  ['cast/light/fit_extent.wgsl', []],
  ['cast/light/fit_extent.wgsl', ['last']],
  ['cast/mesh/geometry/normals.wgsl', []],
  ['cast/mesh/geometry/points.wgsl', []],
  ['cast/mesh/geometry/surface.wgsl', []],
  ['cast/mesh/geometry/surface.wgsl', ['normals']],
  ['tiles/count_tiles.wgsl', []],
  ['tiles/emit_pairs.wgsl', []],
  ['tiles/fit_slabs.wgsl', []],
  ...['split/scan.wgsl', 'split/scan_sums.wgsl'].flatMap((path) =>
    [[], ['runs'], ['subgroups']].map((conditions) => [path, conditions] as const),
  ),
  ['split/level/segment_pieces.wgsl', []],
  ['split/level/scatter_tiles.wgsl', ['narrow', 'segmented', 'short_segments', 'starts']],
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
  ['cast/volume/unpack.wgsl', []],
  ['cast/volume/unpack.wgsl', ['copied']],
  ['cast/volume/unpack.wgsl', ['r8unorm']],
  ['cast/volume/unpack.wgsl', ['rg8unorm']],
  ['cast/volume/differences.wgsl', []],
  ['cast/bricks/ranges.wgsl', []],
  ['cast/bricks/labels.wgsl', []],
  ['cast/bricks/activity.wgsl', []],
  ['cast/bricks/activity.wgsl', ['mask']],
  ['cast/bricks/activity.wgsl', ['isosurface']],
  ['cast/bricks/distances.wgsl', []],
  ['cast/bricks/distances.wgsl', ['last']],
  ['cast/target/present.wgsl', []],
  ['cast/target/store.wgsl', []],
  ...FOR_MESHES,
  ...[...ON_GPUS, ...ON_CPUS, ...LABELLED, ...OTHER_MODES, ...COUNTED, ...MESHES].map(
    (conditions) => ['cast/ray/cast.wgsl', conditions] as const,
  ),
];
