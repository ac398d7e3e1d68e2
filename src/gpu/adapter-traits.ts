/** The kind of adapter, by what it reports about itself, and so which measurements hold for it. */

/** A GPU, or the program that stands in for one on the CPU: Mesa's llvmpipe (lavapipe), SwiftShader, Windows' WARP. */
export type AdapterKind = 'gpu' | 'llvmpipe' | 'swiftshader' | 'warp' | 'other-cpu';

/** Traits that follow from an adapter's names. */
export interface AdapterTraits {
  /** Its kind. */
  readonly kind: AdapterKind;
  /** Invocations of a subgroup, where the adapter reports them. */
  readonly subgroupSizes: { readonly least: number; readonly most: number } | undefined;
}

/** The names in a `GPUAdapterInfo`, spelt out because programs without types of WebGPU read these declarations too. */
export interface AdapterNames {
  /** Its vendor, as WebGPU names it. */
  readonly vendor: string;
  /** Family of the adapter, as WebGPU names it. */
  readonly architecture: string;
  /** Its device, as WebGPU names it. */
  readonly device: string;
  /** Its name for people. */
  readonly description: string;
}

/** Texts of browsers and Dawn; browsers may leave them empty. */
export interface TellingInfo extends AdapterNames {
  /** Whether WebGPU says that it runs on the CPU. */
  readonly isFallbackAdapter?: boolean;
  /** Lanes of its smallest subgroup. */
  readonly subgroupMinSize?: number;
  /** Lanes of its largest subgroup. */
  readonly subgroupMaxSize?: number;
}

const CPU_NAMES: readonly (readonly [RegExp, AdapterKind])[] = [
  [/swiftshader/i, 'swiftshader'],
  [/llvmpipe|lavapipe/i, 'llvmpipe'],
  [/basic render|\bwarp\b/i, 'warp'],
];

/** The kind of an adapter, from the strings that it reports. */
export function describeAdapter(info: TellingInfo): AdapterTraits {
  const { subgroupMinSize: least = 0, subgroupMaxSize: most = 0 } = info;
  return { kind: kindOf(info), subgroupSizes: least > 0 && most >= least ? { least, most } : undefined };
}

function kindOf({ vendor, architecture, device, description, isFallbackAdapter }: TellingInfo): AdapterKind {
  const told = [vendor, architecture, device, description].join(' ');
  const known = CPU_NAMES.find(([name]) => name.test(told));
  return known?.[1] ?? (isFallbackAdapter ? 'other-cpu' : 'gpu');
}

/** A choice for each kind of adapter that it was measured on: experiments/adapters has the figures. */
export interface ByAdapter<T> {
  readonly gpu: T;
  readonly llvmpipe: T;
  readonly swiftshader: T;
}

/** WARP and unknown ones compile for the CPU's vectors as llvmpipe does, so they get its choices; they were not measured. */
export function chooseByAdapter<Choices extends ByAdapter<unknown>>(
  { kind }: Pick<AdapterTraits, 'kind'>,
  choices: Choices,
): Choices[keyof ByAdapter<unknown>] {
  return choices[kind === 'gpu' || kind === 'swiftshader' ? kind : 'llvmpipe'];
}
