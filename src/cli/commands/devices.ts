/** `tilecast devices`: the adapters of this machine and which one is taken. */
import type { CommandModule } from 'yargs';
import { DeviceError, describeAdapter } from '../../index.js';
import {
  adviseLavapipe,
  explainNamesakes,
  explainNoAdapter,
  type FoundAdapter,
  listAdapters,
} from '../../node/index.js';
import { ADAPTER_OPTIONS } from '../arguments/adapter-options.js';
import { printJson, printLines } from '../say.js';

interface DevicesOptions {
  json: boolean;
  verbose: boolean;
}

/** The limits that decide what tilecast can do on an adapter. */
const TOLD_LIMITS = [
  'maxTextureDimension3D',
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupStorageSize',
] as const satisfies (keyof GPUSupportedLimits)[];

const TOLD_FEATURES = ['texture-formats-tier1', 'float32-filterable', 'timestamp-query', 'subgroups'] as const;

function describe({ adapter: { info, features, limits }, kind, software, backend }: FoundAdapter) {
  return {
    name: info.description || info.device || 'unnamed',
    vendor: info.vendor,
    architecture: info.architecture,
    backend,
    kind,
    software,
    subgroupSizes: describeAdapter(info).subgroupSizes,
    features: TOLD_FEATURES.filter((feature) => features.has(feature)),
    limits: Object.fromEntries(TOLD_LIMITS.map((name) => [name, limits[name]])),
  };
}

/** The order in which `auto` takes them. */
const CHOICES = [
  { kind: 'gpu', reason: 'the first GPU that the system offers for high performance' },
  {
    kind: 'llvmpipe',
    reason: 'there is no GPU that the system offers; of what computes on the CPU lavapipe is the fastest',
  },
  { kind: 'warp', reason: 'there is no GPU that the system offers, so WARP computes on the CPU' },
  { kind: 'other-cpu', reason: 'there is no GPU that the system offers, so this computes on the CPU' },
  { kind: 'swiftshader', reason: 'there is neither a GPU nor a current lavapipe that the system offers' },
] as const satisfies readonly { kind: FoundAdapter['kind']; reason: string }[];

/** Values of `--adapter`; WARP and others are taken by `--software`. */
const CHOICE_NAMES: Partial<Record<FoundAdapter['kind'], string>> = {
  gpu: 'gpu',
  llvmpipe: 'lavapipe',
  swiftshader: 'swiftshader',
};

export const devices: CommandModule<object, DevicesOptions> = {
  command: 'devices',
  describe: 'List adapters, their limits, and which one is taken and why',
  builder: (yargs) =>
    yargs.options({
      json: { type: 'boolean', default: false, describe: 'Print JSON' },
      verbose: { ...ADAPTER_OPTIONS.verbose, default: false },
    }),
  handler: async ({ json, verbose }) => {
    const { adapters, namesakes, softwareProblem } = await listAdapters({ quiet: !verbose });
    const choice = CHOICES.find(({ kind }) => adapters.some((found) => found.kind === kind));
    const chosen = adapters.findIndex(({ kind }) => kind === choice?.kind);
    const reason = choice?.reason ?? explainNoAdapter();
    const advice = choice?.kind === 'swiftshader' ? adviseLavapipe() : undefined;
    const gpus = adapters.filter(({ kind }) => kind === 'gpu');
    const listed = adapters.map((found, index) => ({
      ...describe(found),
      choice: gpus.length > 1 && found.kind === 'gpu' ? `gpu:${gpus.indexOf(found)}` : CHOICE_NAMES[found.kind],
      auto: index === chosen,
    }));
    if (json) printJson({ adapters: listed, reason, advice, namesakes, softwareProblem });
    else {
      printLines([
        ...listed.flatMap(formatAdapter),
        `auto: ${reason}`,
        ...(advice ? [advice] : []),
        ...(namesakes.length > 0 ? [explainNamesakes(namesakes)] : []),
        ...(softwareProblem ? [`software: ${softwareProblem}`] : []),
      ]);
    }
    if (!choice) throw new DeviceError(explainNoAdapter());
  },
};

function formatAdapter(adapter: ReturnType<typeof describe> & { auto: boolean; choice: string | undefined }): string[] {
  const where = adapter.software ? 'software' : 'GPU';
  const { subgroupSizes } = adapter;
  const sizes = subgroupSizes ? [...new Set([subgroupSizes.least, subgroupSizes.most])].join(' to ') : undefined;
  return [
    `${adapter.auto ? '*' : ' '} ${adapter.name} (${where}, ${adapter.backend})`,
    ...(adapter.choice === undefined ? [] : [`    --adapter ${adapter.choice}`]),
    `    features: ${adapter.features.join(', ') || 'none of those that tilecast has a use for'}`,
    ...(sizes ? [`    subgroups: ${sizes} invocations`] : []),
    ...Object.entries(adapter.limits).map(([name, value]) => `    ${name}: ${value}`),
    '',
  ];
}
