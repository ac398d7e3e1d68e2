/** Jobs that are for certain adapters. */
import type { Gpu } from '../../index.js';
import type { AdapterChoice } from '../../node/index.js';

const KINDS: Readonly<Partial<Record<string, Gpu['traits']['kind']>>> = {
  gpu: 'gpu',
  lavapipe: 'llvmpipe',
  swiftshader: 'swiftshader',
} satisfies Partial<Record<AdapterChoice, Gpu['traits']['kind']>>;

/** Whether an adapter is of the kind that jobs need, as the command line names it, or has the name. */
export const isAdapter = ({ adapterName, traits }: Pick<Gpu, 'adapterName' | 'traits'>, need: string): boolean =>
  need === adapterName || traits.kind === KINDS[need];
