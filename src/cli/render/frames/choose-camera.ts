/** The camera that the options of `tilecast render` ask for. */
import { type Camera, parseCamera } from '../../../index.js';
import { readInputText } from '../../../node/index.js';
import type { OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { chooseView, type Subject } from '../../../recipe/scene/view-options.js';

/** Options that a camera from a file rules out. */
const FITTING = ['view', 'projection', 'fov', 'height', 'eye', 'target', 'up'] as const;

/**
 * Reads and checks all that can be without the inputs.
 * @returns the camera for what is in them, to which whatever the options leave open is fitted.
 */
export async function chooseCamera(values: OptionValues): Promise<(subject: Subject) => Camera> {
  const { frame, move } = chooseView(values);
  const { camera, turntable, size } = values;
  if (camera !== undefined) {
    const other = FITTING.find((name) => values[name] !== undefined);
    if (other) fail(`--${other}: the camera's file says that already; leave out one of the two`);
    const saved = parseCamera(await readInputText(camera), camera);
    return () => move(saved);
  }
  return (subject) => frame(subject, { aspect: size.width / size.height, turntable: turntable !== undefined });
}
