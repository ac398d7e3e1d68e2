/** The camera that the options of `tilecast render` ask for. */
import { type Camera, parseCamera } from '../../../index.js';
import { readInputText } from '../../../node/index.js';
import { fail } from '../../../recipe/parse-options.js';
import { parseView, type Subject } from '../../../recipe/view-options.js';
import type { RenderArguments } from '../render-options.js';

/** Options that a camera from a file rules out. */
const FITTING = ['view', 'projection', 'fov', 'height', 'eye', 'target', 'up'] as const;

/**
 * Reads and checks all that can be without the inputs.
 * @returns the camera for what is in them, to which whatever the options leave open is fitted.
 */
export async function chooseCamera(
  args: RenderArguments,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<(subject: Subject) => Camera> {
  const { frame, move } = parseView(args);
  if (args.camera !== undefined) {
    const other = FITTING.find((name) => args[name] !== undefined);
    if (other) fail(`--${other}: the camera's file says that already; leave out one of the two`);
    const saved = parseCamera(await readInputText(args.camera), args.camera);
    return () => move(saved);
  }
  return (subject) => frame(subject, { aspect: width / height, turntable: args.turntable !== undefined });
}
