/** Texts of options that are the name of a transfer function, its JSON, or its file. */
import { existsSync } from 'node:fs';
import { findTransfer, NAMED_TRANSFERS, parseTransfer, readTransfer, type TransferFunction } from '../../../index.js';
import { readInputText } from '../../../node/index.js';
import { isInlineTransfer } from '../../../recipe/parse/file-or-name.js';

/** A word that looks like a path is one; other words are names first, and files if there is one. */
export function isTransferFile(name: string): boolean {
  if (/[./\\]/.test(name)) return true;
  const words = NAMED_TRANSFERS.flatMap((named) => [named.name, ...named.aliases]);
  return existsSync(name) && !words.some((word) => word.toLowerCase() === name.toLowerCase());
}

/** A transfer function, or the name of one. */
export interface NamedOrGiven {
  readonly transfer?: TransferFunction;
  readonly preset?: string;
}

/** @throws InputError for a file that cannot be read, or for a name that there is not. */
export async function findNamedOrGiven(option: string, text: string | undefined): Promise<NamedOrGiven> {
  if (text === undefined) return {};
  if (isInlineTransfer(text)) return { transfer: parseTransfer(text, `--${option}`) };
  if (isTransferFile(text)) return { transfer: readTransfer(await readInputText(text), text) };
  findTransfer(text);
  return { preset: text };
}
