/** The options by which commands choose an adapter. */
import { ADAPTER_CHOICES, FIND_ADAPTER_DEFAULTS } from '../../node/index.js';

const GROUP = 'Adapter:';

export const ADAPTER_OPTIONS = {
  adapter: {
    group: GROUP,
    type: 'string',
    defaultDescription: FIND_ADAPTER_DEFAULTS.adapter,
    describe: `${ADAPTER_CHOICES.join(', ')}, or gpu:N for one of several, as devices lists them; auto is a GPU, else lavapipe, else SwiftShader`,
  },
  software: {
    group: GROUP,
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'Use the best CPU adapter, even if there is a GPU',
  },
  verbose: {
    group: GROUP,
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'Show the warnings of the WebGPU implementation as well',
  },
} as const;

export interface AdapterArguments {
  readonly adapter?: string | undefined;
  readonly software?: boolean | undefined;
  readonly verbose?: boolean | undefined;
}
