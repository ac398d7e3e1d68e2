/** The ways in which a volume's samples can be fetched and classified. All but the filter affect only the speed. */

/**
 * The kinds of memory for the cells of the transfer function's table, and how they are read:
 * - `float-texture`: a filtered fetch from a texture of 32-bit floats
 * - `float-loads`: two loads from that texture, interpolated by the kernel: exact, and on every adapter
 * - `cells`: one load of 16 bytes, both ends of a cell in 16-bit floats, from a storage buffer
 * - `float-cells`: the same in 32-bit floats, two loads of 16 bytes
 * - `workgroup-cells`: as `cells`, copied to the workgroup's memory before its rays start, where there are at most 256
 */
export const TABLE_KINDS = ['float-texture', 'float-loads', 'cells', 'float-cells', 'workgroup-cells'] as const;
/** A form of the transfer function on the device. */
export type TableKind = (typeof TABLE_KINDS)[number];

/** Formats for the voxels of 16-bit integers: two bytes that are filtered apart, or a 32-bit float. */
export const WORD_FORMATS = ['rg8unorm', 'r32float'] as const;
/** A packing of voxels into words. */
export type WordFormat = (typeof WORD_FORMATS)[number];

/**
 * The source of the values around a lit sample: six more filtered samples, the 32 voxels that all seven share, or a filtered sample of
 * a second texture, which holds the differences of all voxels in 16 bytes each. The last is for composites of whole volumes of their
 * own, and `samples` stand in elsewhere.
 */
export const GRADIENT_SOURCES = ['samples', 'voxels', 'stored'] as const;
/** The source of gradients. */
export type GradientSource = (typeof GRADIENT_SOURCES)[number];

/**
 * How rays of composites pass bricks in which nothing is visible: run by run of samples that may be visible, or a few samples or
 * a leap at a time.
 */
export const TRAVERSALS = ['runs', 'steps'] as const;
/** How rays find visible bricks. */
export type Traversal = (typeof TRAVERSALS)[number];

/** Samples that can be fetched and classified together. */
export const SAMPLES_AHEAD = [1, 4] as const;

/**
 * How lit samples that are fetched four at a time are lit. `looped`: one by one. `shared`: those of a step of `fine` that are hardly seen
 * share the light of their mean position.
 */
export const LIGHTINGS = ['looped', 'shared'] as const;
/** How the samples that are fetched together are lit. */
export type Lighting = (typeof LIGHTINGS)[number];

/**
 * Samples in the steps of `fine`. `four`: in each. `judged`: one in steps over whose values opacity and colour hardly vary, of unlit
 * composites of one volume without labels, four samples ahead by a filtered table; elsewhere four.
 */
export const STEP_SAMPLINGS = ['four', 'judged'] as const;
/** How many samples a step of `fine` has. */
export type StepSampling = (typeof STEP_SAMPLINGS)[number];

/**
 * Interpolations of voxels. `hardware`: the texture unit, whose weights have 8 bits on GPUs. `exact`: the kernel, in float32.
 */
export const FILTERS = ['hardware', 'exact'] as const;
/** An interpolation of voxels: by the texture unit, or in float32. */
export type Filter = (typeof FILTERS)[number];

/** A complete choice of how samples are fetched and classified. */
export interface Sampling {
  /** How the transfer function lies on the device. */
  readonly table: TableKind;
  /** Samples that are fetched and classified before the first of them is composited. */
  readonly ahead: (typeof SAMPLES_AHEAD)[number];
  /** The source of gradients. */
  readonly gradients: GradientSource;
  /** How voxels lie on the device. */
  readonly words: WordFormat;
  /** How samples that are fetched together are lit. */
  readonly lighting: Lighting;
  /** How many samples steps of `fine` have. */
  readonly steps: StepSampling;
  /** How rays go through the volume. */
  readonly traversal: Traversal;
}

/** Fields that are left out follow the adapter and the scene. */
export type SamplingOptions = Partial<Sampling>;
