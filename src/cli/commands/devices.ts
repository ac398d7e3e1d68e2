/** `tilecast devices`: the adapters of this machine and which one is taken. */
import type { CommandModule } from 'yargs';
import { DeviceError } from '../../index.js';
import { type FoundAdapter, listAdapters } from '../../node/index.js';

interface DevicesOptions {
  json: boolean;
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

function describe({ adapter: { info, features, limits }, software, backend }: FoundAdapter) {
  return {
    name: info.description || info.device || 'unnamed',
    vendor: info.vendor,
    architecture: info.architecture,
    backend,
    software,
    features: TOLD_FEATURES.filter((feature) => features.has(feature)),
    limits: Object.fromEntries(TOLD_LIMITS.map((name) => [name, limits[name]])),
  };
}

const INSTALL_HINT =
  'no adapter works here: install a GPU driver with Vulkan, Metal or D3D12, or, on Linux on x86-64, the software ' +
  'adapter with: npm install @sparticuz/chromium@147.0.0';

export const devices: CommandModule<object, DevicesOptions> = {
  command: 'devices',
  describe: 'List adapters, their limits, and which one is taken and why',
  builder: (yargs) => yargs.option('json', { type: 'boolean', default: false, describe: 'Print JSON' }),
  handler: async ({ json }) => {
    const { adapters, softwareProblem } = await listAdapters();
    const hardware = adapters.findIndex(({ software }) => !software);
    const chosen = hardware >= 0 ? hardware : adapters.length - 1;
    const reason =
      chosen < 0
        ? INSTALL_HINT
        : hardware >= 0
          ? 'the first GPU that the system offers for high performance'
          : 'there is no GPU that the system offers, so the software adapter is taken';
    const listed = adapters.map((found, index) => ({ ...describe(found), auto: index === chosen }));
    process.stdout.write(
      json
        ? `${JSON.stringify({ adapters: listed, reason, softwareProblem }, null, 2)}\n`
        : `${[...listed.flatMap(formatAdapter), `auto: ${reason}`, ...(softwareProblem ? [`software: ${softwareProblem}`] : [])].join('\n')}\n`,
    );
    if (chosen < 0) throw new DeviceError(INSTALL_HINT);
  },
};

function formatAdapter(adapter: ReturnType<typeof describe> & { auto: boolean }): string[] {
  const kind = adapter.software ? 'software' : 'GPU';
  return [
    `${adapter.auto ? '*' : ' '} ${adapter.name} (${kind}, ${adapter.backend})`,
    `    features: ${adapter.features.join(', ') || 'none of those that tilecast has a use for'}`,
    ...Object.entries(adapter.limits).map(([name, value]) => `    ${name}: ${value}`),
    '',
  ];
}
