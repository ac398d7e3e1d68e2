/** Texts of options that are a name, or else a file. */
import { ENVIRONMENTS } from '../../index.js';

/** The built-in light of a name, which counts before a file; undefined where there is none. */
export const findEnvironmentName = (text: string) => ENVIRONMENTS.find((name) => name === text);

/** A transfer function as JSON, in the place of a name. */
export const isInlineTransfer = (text: string): boolean => text.startsWith('{');

/** A table of labels as JSON, in the place of a file's name. */
export const isInlineTable = (text: string): boolean => text.startsWith('[');
