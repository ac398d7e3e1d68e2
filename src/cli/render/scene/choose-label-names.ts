/** `--label-names`: a table of labels, by its file or as a recipe holds it. */
import { InputError, type Mask, readLabelTable, type VolumeFile } from '../../../index.js';
import { readInputText } from '../../../node/index.js';
import type { OptionValues } from '../../../recipe/options.js';
import { isInlineTable } from '../../../recipe/parse/file-or-name.js';
import { nameLabels } from '../../../recipe/scene/name-labels.js';

export interface LabelNames {
  /** The mask with the names, and with the colours of labels that the options give none. */
  readonly name: <Given extends Mask | undefined>(mask: Given) => Given | Mask;
  /** The option as a recipe has it. */
  readonly recorded: string | undefined;
}

/** @throws InputError for what is no table of labels. */
export async function chooseLabelNames({ 'label-names': text, labels: styles }: OptionValues): Promise<LabelNames> {
  if (text === undefined) return { name: (mask) => mask, recorded: undefined };
  const table = isInlineTable(text) ? parseInline(text) : readLabelTable(await readInputText(text), text);
  const own = new Set(styles?.filter(({ color }) => color).map(({ label }) => label));
  const named = table.map(({ label, name, color }) => ({ label, name, ...(color && !own.has(label) && { color }) }));
  return { name: (mask) => mask && nameLabels(mask, named), recorded: JSON.stringify(table) };
}

type Labels = NonNullable<VolumeFile['labels']>;

function parseInline(text: string): Labels {
  try {
    const table = JSON.parse(text) as Labels;
    for (const { label, name } of table)
      if (!Number.isInteger(label) || typeof name !== 'string') throw new Error('no label');
    return table;
  } catch (cause) {
    throw new InputError('--label-names: is no list of labels', { cause });
  }
}
