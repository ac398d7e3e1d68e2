/** Texts of options that are a name, or else a file. */
import { ENVIRONMENTS, InputError, type VolumeFile } from '../../index.js';

/** The built-in light of a name, which counts before a file; undefined where there is none. */
export const findEnvironmentName = (text: string) => ENVIRONMENTS.find((name) => name === text);

/** A transfer function as JSON, in place of a name. */
export const isInlineTransfer = (text: string): boolean => text.startsWith('{');

/** A table of labels as JSON, in place of a file's name. */
export const isInlineTable = (text: string): boolean => text.startsWith('[');

/** @throws InputError for what is no list of labels. */
export function parseInlineTable(text: string): NonNullable<VolumeFile['labels']> {
  try {
    const table = JSON.parse(text) as NonNullable<VolumeFile['labels']>;
    for (const { label, name } of table)
      if (!Number.isInteger(label) || typeof name !== 'string') throw new Error('no label');
    return table;
  } catch (cause) {
    throw new InputError('--label-names: is no list of labels', { cause });
  }
}
