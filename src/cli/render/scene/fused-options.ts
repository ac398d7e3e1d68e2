/** The options of `tilecast render` for its second and third volume. */

/** Spread into `RENDER_OPTIONS`. */
export const FUSED_OPTIONS = {
  'fused-transfer': {
    group: 'Look:',
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'Transfer functions of the other volumes, by name or file; once, or once for each',
  },
  'fused-window': {
    group: 'Look:',
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'Values LO,HI that they are stretched to; once, or once for each',
  },
  'fused-opacity': {
    group: 'Look:',
    type: 'string',
    array: true,
    nargs: 1,
    defaultDescription: '1',
    describe: 'Factor of their opacities, from 0 to 1; once, or once for each',
  },
} as const;

/** A transfer function as JSON, in the place of a name. */
export const isInlineTransfer = (text: string): boolean => text.startsWith('{');
