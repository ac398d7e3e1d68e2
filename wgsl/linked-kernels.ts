/** The kernels of ordinary frames, which are linked when the package is built: vite.config.ts does it. */

type Conditions = readonly string[];

/** Each list with and without each of the conditions. */
const withAndWithout = (lists: readonly Conditions[], ...conditions: readonly string[]): Conditions[] =>
  conditions.reduce<Conditions[]>((all, condition) => all.flatMap((one) => [one, [...one, condition]]), [...lists]);

/** Composites of quality plain and fine on GPUs: src/cast/volume/plan-sampling.ts says what they take. */
const ON_GPUS = withAndWithout(
  [
    ['half_opacity', 'table_cells'],
    ['scale_opacity', 'table_float_cells'],
  ].map((table) => ['ahead', 'flat', 'hardware_filter', 'lane_layout', 'skip', 'volume', 'weigh_skipping', ...table]),
  'rg8unorm',
  'shade',
);

const WITHOUT_GPUS: Conditions = ['hardware_filter', 'table_filter', 'volume'];

/** llvmpipe's rays go step by step, in fours where they are unlit. */
const ON_LLVMPIPE: Conditions = ['flat', 'lane_layout', ...WITHOUT_GPUS];

/** The same without a GPU: large volumes skip. */
const ON_CPUS = [
  ...withAndWithout([WITHOUT_GPUS, ON_LLVMPIPE], 'scale_opacity', 'shade', 'skip'),
  ...withAndWithout([[...ON_LLVMPIPE, 'ahead', 'skip']], 'scale_opacity'),
];

const PROJECTIONS = [
  ['mip', ...WITHOUT_GPUS],
  ...withAndWithout([['lane_layout', 'mip', ...WITHOUT_GPUS]], 'skip_ranges'),
  ...withAndWithout(
    [['half_opacity', 'hardware_filter', 'lane_layout', 'mip', 'skip_ranges', 'table_cells', 'volume']],
    'rg8unorm',
  ),
];

/** Statistics are asked for of default looks, if at all. */
const COUNTED = withAndWithout(
  [WITHOUT_GPUS, ON_LLVMPIPE].map((conditions) => ['count', 'scale_opacity', 'shade', ...conditions]),
  'skip',
);

/** Modules below `wgsl/` with the conditions that hold in them. */
export const LINKED_KERNELS: readonly (readonly [path: string, conditions: Conditions])[] = [
  ['cast/volume/unpack.wgsl', []],
  ['cast/bricks/ranges.wgsl', []],
  ['cast/bricks/activity.wgsl', []],
  ['cast/bricks/distances.wgsl', []],
  ['cast/bricks/distances.wgsl', ['last']],
  ...[...ON_GPUS, ...ON_CPUS, ...PROJECTIONS, ...COUNTED].map(
    (conditions) => ['cast/ray/cast.wgsl', conditions] as const,
  ),
];
