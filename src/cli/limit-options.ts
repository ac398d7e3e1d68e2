/** The options by which commands read files of strangers: what they may reach. */

const GROUP = 'Limits:';

/** Commands that take it call `confineInputs` before anything is read. */
export const WITHIN_OPTION = {
  within: {
    group: GROUP,
    type: 'string',
    describe: 'Refuse to read files outside this folder, whatever inputs name and wherever links lead',
  },
} as const;

export interface WithinArguments {
  readonly within?: string | undefined;
}
