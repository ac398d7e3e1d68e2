/** A row of the options' table: its help, its default, the values that it takes, and what of a picture it sets. */
import type { OptionType } from './option-types.js';

/** The part of a picture that an option sets. */
export type OptionPart = 'input' | 'appearance' | 'camera' | 'output' | 'effort';

export interface Option<Value = unknown> {
  readonly part: OptionPart;
  /** The heading of the help that it stands under. */
  readonly group: 'Input' | 'Appearance' | 'Mesh' | 'Cuts' | 'Camera' | 'Quality' | 'Output' | 'Adapter' | 'Slices';
  readonly describe: string;
  readonly type: OptionType<Value>;
  /** Whether it can be given several times: once for each of several inputs, or cuts. */
  readonly repeatable?: true;
  /** One letter. */
  readonly alias?: string;
  /** The text in force where none is given. */
  readonly default?: string | boolean;
  /** The default in words, where it depends on other options or is no text of its own. */
  readonly defaultDescription?: string;
  /** Whether keyframes may differ in its numbers, and if those are whole; whatever has nothing in between is left out. */
  readonly between?: 'numbers' | 'whole';
  /** The only kind of input that it says anything of. */
  readonly of?: 'volume' | 'meshes';
  /** Whether pictures of one recipe may differ in it: it says where a picture goes, or which of several it is. */
  readonly isUnrecorded?: true;
  /** The reason why the viewer has no use for it; continues "--option: ". */
  readonly notInViewer?: string;
}
