/** Decides how a volume's samples are fetched and classified. */
import { type AdapterTraits, type ByAdapter, chooseByAdapter } from '../../gpu/adapter-traits.js';
import type { Gpu } from '../../gpu/gpu.js';
import { risesSteeply } from '../../transfer/rises-steeply.js';
import { roundUnits } from '../../transfer/table/even-ranges.js';
import { hasSteps, TRANSFER_TABLE_DEFAULTS, type TransferTable } from '../../transfer/table/transfer-table.js';
import { smallestSpacing } from '../../volume/volume.js';
import { withDefaults } from '../../with-defaults.js';
import type { VolumeScene } from '../scene.js';
import { FINE_SAMPLES, type Settings } from '../settings.js';
import { findTable } from './find-table.js';
import { finestGrid, shownGrid } from './grids.js';
import type { PresentScene } from './resident/present-volume.js';
import type { Filter, Sampling, TableKind } from './sampling.js';

export interface SamplingPlan extends Sampling {
  readonly filter: Filter;
  readonly transferTable: TransferTable;
  /** The length in units of opacity that steps are judged by; undefined where none is. */
  readonly judgedUnits: number | undefined;
  /** The tables of fused volumes. */
  readonly fusedTables: readonly TransferTable[];
}

/** Cells in a workgroup's memory: a power of two, so that tables of nearly as many share a kernel. */
export const countCopiedCells = ({ cells }: Pick<TransferTable, 'cells'>): number => 2 ** Math.ceil(Math.log2(cells));

/**
 * The fastest as measured: experiments/sampling for GPUs, experiments/peers for software adapters, whose filtered fetches cost
 * no more than loads. On SwiftShader four samples ahead take 1.1 to 1.2 times as long, lit 2.3 times; in fine frames, whose samples lie
 * four times as close, four ahead and step by step take 0.84 of it, lit 0.77 (a head CT) to 0.9 (an MR). Light in a loop takes less time on llvmpipe and on an H100
 * (experiments/quality). Judged steps take 0.6 to 0.8 of the time on an H100, by a filtered table instead of cells, 0.5 to 1.0 on llvmpipe, and 1.1 to
 * 2.1 on SwiftShader.
 */
const FASTEST: ByAdapter<Sampling> = {
  gpu: {
    ...{ table: 'workgroup-cells', ahead: 4, gradients: 'samples', lighting: 'looped' },
    ...{ words: 'rg8unorm', steps: 'judged', traversal: 'steps' },
  },
  llvmpipe: {
    ...{ table: 'float-texture', ahead: 4, gradients: 'samples', lighting: 'shared' },
    ...{ words: 'r32float', steps: 'judged', traversal: 'steps' },
  },
  swiftshader: {
    ...{ table: 'float-texture', ahead: 1, gradients: 'samples', lighting: 'shared' },
    ...{ words: 'r32float', steps: 'four', traversal: 'runs' },
  },
};

/** Fine frames of composites: their samples lie close together. */
const FASTEST_FINE: ByAdapter<Partial<Sampling>> = {
  gpu: {},
  llvmpipe: {},
  swiftshader: { ahead: 4, traversal: 'steps' },
};

/**
 * Rays that enter pages at different samples wait for each other either way; step by step takes 1.1 to 1.4 of the time of run by run on
 * an H100, and 0.6 to 1.0 on llvmpipe (experiments/paged-volumes).
 */
const FASTEST_IN_PAGES: ByAdapter<Sampling['traversal']> = { gpu: 'runs', llvmpipe: 'steps', swiftshader: 'runs' };

/** Adapters on which samples ahead do not pay where each of them is lit. */
const SLOW_LIT_AHEAD: ByAdapter<boolean> = { gpu: false, llvmpipe: false, swiftshader: true };

/** The format of 16-bit integers where the settings leave it open. */
export const fastestWords = ({ traits }: Pick<Gpu, 'traits'>): Sampling['words'] =>
  chooseByAdapter(traits, FASTEST).words;

/**
 * Adapters that find and light isosurfaces from voxels instead of filtered samples. GPU filters have 8-bit weights, which left
 * an H100 up to 85 levels off. It costs little, since only the crossing that a ray has found is refined.
 */
const EXACT_SURFACES: ByAdapter<boolean> = { gpu: true, llvmpipe: false, swiftshader: false };

/** An H100's filter was up to 176 levels off at steps of transfer functions. Those of software adapters are exact. */
const AT_STEPS: ByAdapter<Filter> = { gpu: 'exact', llvmpipe: 'hardware', swiftshader: 'hardware' };

/** Cells that workgroups copy at most: 4 KiB, which every adapter has room for. */
const MAX_COPIED_CELLS = 256;

/** Buffers that a kernel with cells, meshes and shadows may bind; WebGPU guarantees 8. */
const MOST_STORAGE_BUFFERS = 10;

/**
 * Chooses by the adapter and the scene what the settings leave open.
 *
 * A filtered table of 32-bit floats keeps those texture units of a GPU busy that voxels wait for. Cells in a storage buffer and
 * four samples at a time take 0.35 of the time in dense scenes on an H100, and 0.86 to 1.00 of that where workgroups copy them; rays
 * that go step by step over mixed bricks take half of what those that go run by run do.
 */
export function planSampling(
  { traits, device }: Pick<Gpu, 'traits' | 'device'>,
  scene: VolumeScene,
  settings: Pick<Settings, 'sampling' | 'filter' | 'step' | 'quality' | 'isFine'>,
): SamplingPlan {
  const { sampling, filter: wantedFilter, step, quality } = settings;
  const fastest = chooseByAdapter(traits, FASTEST);
  const bindsCells = device.limits.maxStorageBuffersPerShaderStage >= MOST_STORAGE_BUFFERS;
  const filter = wantedFilter === 'auto' ? chooseFilter(traits, scene) : wantedFilter;
  const { mode = 'composite', fused = [] } = scene;
  const isPlain = mode === 'composite' && fused.length === 0;
  // Other rays hardly read the table.
  const fastestTable = fastest.table === 'workgroup-cells' && !isPlain ? 'cells' : fastest.table;
  const refines = mode === 'isosurface' && chooseByAdapter(traits, EXACT_SURFACES);
  const stores = isPlain && quality !== 'path' && filter === 'hardware' && canStoreGradients(device, scene);
  const chosen = {
    ...fastest,
    table: bindsCells ? fastestTable : 'float-texture',
    ...(stores && isSmallOnCpu(traits, scene) && { gradients: 'stored' as const }),
    ...(scene.pages && { traversal: chooseByAdapter(traits, FASTEST_IN_PAGES) }),
    ...((refines || filter === 'exact') && { gradients: 'voxels' as const }),
  };
  const finest = quality === 'fine' ? chooseByAdapter(traits, FASTEST_FINE) : {};
  const quick = isSlowAhead(traits, scene, quality) ? { ...chosen, ahead: 1 as const } : { ...chosen, ...finest };
  const given: Partial<Sampling> = sampling === 'auto' ? {} : sampling;
  const units = (FINE_SAMPLES * step * smallestSpacing(shownGrid(scene))) / unitOf(scene);
  const isFilterable = filter === 'hardware' && device.features.has('float32-filterable');
  const judges = settings.isFine && isFilterable && units <= MOST_UNITS && canJudge(withDefaults(quick, given), scene);
  // Ranges are rows of a filtered table.
  const wanted = withDefaults({ ...quick, ...(judges && { table: 'float-texture' as const }) }, given);
  const { table, transferTable } = chooseTable(wanted.table, filter, device.features, scene, step);
  const isStored = wanted.gradients === 'stored' && stores;
  const plan = {
    ...wanted,
    ...(wanted.gradients === 'stored' && !stores && { gradients: 'samples' as const }),
    filter,
    table,
    transferTable,
    fusedTables: fused.map(({ transfer }) => findTable(transfer, 1)),
    // Rays that search for their next visible sample, as with stored gradients, take samples one by one.
    ...((!isPlain || (isStored && wanted.traversal === 'runs')) && { ahead: 1 as const }),
    ...(!isPlain && { traversal: 'runs' as const }),
  };
  const isJudged = judges && table === 'float-texture';
  return { ...plan, steps: isJudged ? 'judged' : 'four', judgedUnits: isJudged ? roundUnits(units) : undefined };
}

/** Units of a step beyond which it has more quarters of them than kernels count. */
const MOST_UNITS = 15;

/** World length that opacities are given for. */
const unitOf = (scene: VolumeScene) => scene.transfer.unit ?? smallestSpacing(finestGrid(scene));

/**
 * Whether steps may be judged: where what they show follows from the values of one volume alone, and not from labels or gradients. Where
 * opacity rises steeply, entries are looked for; where samples are lit, most of the time is that of lights, which are no fewer. Rays that
 * go through pages run by run see only the steps of a brick at a time.
 */
function canJudge(
  { steps, ahead, traversal }: Pick<Sampling, 'steps' | 'ahead' | 'traversal'>,
  scene: PresentScene,
): boolean {
  const { volume, transfer, mask, pages, pageLabels, mode = 'composite', fused = [] } = scene;
  const isByValue = !hasGradients(scene) && !volume.colors && !mask && !pageLabels && !risesSteeply(transfer);
  const seesSteps = ahead > 1 && (!pages || traversal === 'steps');
  return steps === 'judged' && mode === 'composite' && fused.length === 0 && isByValue && seesSteps;
}

/**
 * Voxels of volumes whose first frame on the CPU is cast in less time than a kernel with four samples takes to compile, and whose
 * stored gradients fit the processor's cache (experiments/gradients).
 */
const SMALL = 1e6;

/** Parts are sampled as what they are cut from is. */
function isSmallOnCpu({ kind }: Pick<AdapterTraits, 'kind'>, { volume, pages, part }: VolumeScene): boolean {
  const [columns, rows, slices] = (part?.whole ?? volume).sizes;
  return kind !== 'gpu' && !pages && columns * rows * slices < SMALL;
}

const hasGradients = ({ shading, transfer }: VolumeScene) =>
  shading !== undefined || transfer.gradientOpacities !== undefined;

const canStoreGradients = ({ features }: Pick<GPUDevice, 'features'>, scene: VolumeScene): boolean =>
  hasGradients(scene) && !scene.pages && !scene.part && features.has('float32-filterable');

/** Whether four samples ahead do not pay on the CPU: masks take seconds to compile, and small volumes are cast sooner. */
function isSlowAhead(traits: Pick<AdapterTraits, 'kind'>, scene: VolumeScene, quality: Settings['quality']): boolean {
  if (traits.kind === 'gpu') return false;
  const { shading, transfer, mask } = scene;
  const isSlowLit = shading !== undefined && quality !== 'fine' && chooseByAdapter(traits, SLOW_LIT_AHEAD);
  return isSlowLit || transfer.gradientOpacities !== undefined || mask !== undefined || isSmallOnCpu(traits, scene);
}

/** Steps show the difference between values that a filter of 8-bit weights takes for the same; the rest hardly does. */
function chooseFilter(traits: Pick<AdapterTraits, 'kind'>, { transfer, fused = [] }: VolumeScene): Filter {
  const jumps = [transfer, ...fused.map((other) => other.transfer)].some(hasSteps);
  return jumps ? chooseByAdapter(traits, AT_STEPS) : 'hardware';
}

/** The kind that is wanted, or the nearest to it that the adapter has and the opacities fit into. */
function chooseTable(
  wanted: TableKind,
  filter: Filter,
  features: GPUDevice['features'],
  scene: VolumeScene,
  step: number,
): Pick<SamplingPlan, 'table' | 'transferTable'> {
  const { transfer } = scene;
  if (wanted === 'float-texture' && filter === 'hardware' && features.has('float32-filterable')) {
    // Only texture filters need short cells, for the few bits of their weights.
    return { table: wanted, transferTable: findTable(transfer, TRANSFER_TABLE_DEFAULTS.minCells) };
  }
  const transferTable = findTable(transfer, 1);
  if (wanted === 'float-texture' || wanted === 'float-loads') return { table: 'float-loads', transferTable };
  // Opacities near 1 need more than 16 bits: (1 − opacity) is raised to a power below 1.
  if (step * smallestSpacing(shownGrid(scene)) < unitOf(scene)) return { table: 'float-cells', transferTable };
  const isTooLong = transferTable.cells > MAX_COPIED_CELLS;
  return { table: wanted === 'workgroup-cells' && isTooLong ? 'cells' : wanted, transferTable };
}
