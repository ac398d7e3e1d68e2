/** Options whose texts may name files, with what the files hold in place of their names: the form in which recipes and pages have them. */
import { formatTransfer, readLabelTable, readTransfer, type TransferFunction } from '../../../index.js';
import { readInputText } from '../../../node/index.js';
import type { OptionTexts } from '../../../recipe/options.js';
import { isInlineTable, isInlineTransfer, parseInlineTable } from '../../../recipe/parse/file-or-name.js';
import { formatPlacement } from '../../../recipe/scene/meshes/mesh-space.js';
import { parseTransform } from './parse-transform.js';
import { isTransferFile } from './transfer-files.js';

/** The options that name files of text, which are small. */
type FileTexts = Pick<OptionTexts, 'transfer' | 'fused-transfer' | 'label-names' | 'transform'>;

/**
 * @param recorded what a recipe has in place of the file of a transfer function.
 * @throws InputError that names the file, or the option.
 */
export async function inlineFiles(texts: FileTexts, recorded?: TransferFunction): Promise<FileTexts> {
  const { transfer, 'fused-transfer': fused, 'label-names': names, transform } = texts;
  return {
    ...(recorded && { transfer: formatTransfer(recorded) }),
    ...(!recorded && transfer !== undefined && { transfer: await inlineTransfer(transfer) }),
    ...(fused && { 'fused-transfer': await Promise.all(fused.map(inlineTransfer)) }),
    ...(names !== undefined && { 'label-names': await inlineTable(names) }),
    ...(transform && { transform: await Promise.all(transform.map(inlineTransform)) }),
  };
}

async function inlineTransfer(text: string): Promise<string> {
  if (isInlineTransfer(text) || !isTransferFile(text)) return text;
  return formatTransfer(readTransfer(await readInputText(text), text));
}

async function inlineTable(text: string): Promise<string> {
  const table = isInlineTable(text) ? parseInlineTable(text) : readLabelTable(await readInputText(text), text);
  return JSON.stringify(table);
}

const inlineTransform = async (text: string) => formatPlacement(await parseTransform('transform', text));
