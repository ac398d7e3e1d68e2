/** The inputs of the viewer's page, which come from its server, or stand inside of it where it was saved. */

export interface PageFile {
  readonly name: string;
  /** Relative to the page, or the data themselves. */
  readonly url: string;
  readonly sizeBytes: number;
  /** Its name on the command line, or that of the folder that it is in. */
  readonly input: string;
  /** Whether the address is that of a store. */
  readonly isStore?: boolean;
  /** Whether it is the mask of the volume among the others. */
  readonly isMask?: boolean;
}

export interface PageInputs {
  readonly files: readonly PageFile[];
  /** Text of a saved view, or of a picture's recipe. */
  readonly view?: string | undefined;
  /** Attributes of the element. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Whether the server renders frames, and for which browsers. */
  readonly remote?: 'always' | 'without-webgpu';
  /** Whether a program follows the view, and changes it. */
  readonly isLinked?: boolean;
}

/** Attributes of the element that are set, or taken away by null. */
export interface PageChanges {
  readonly attributes: Readonly<Record<string, string | null>>;
}

/** Paths below the page's: recipes are sent there for frames, and where the view is told to the program; changes come from the third. */
export const FRAMES_PATH = 'frames';
export const VIEWS_PATH = 'views';
export const CHANGES_PATH = 'changes';

/** The ids of a saved page's elements: its inputs as JSON, and the picture that stands for the viewer. */
export const INPUTS_ID = 'inputs';
export const PICTURE_ID = 'picture';
