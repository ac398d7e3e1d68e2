/** Says in errors which file they are about. */
import { InputError } from '../../errors.js';

/**
 * Runs `action` and puts `name` before the messages of its `InputError`s, unless it is there already. The engine's own
 * bounds (lengths of arrays, texts and sets, and memory that there is not) are reported as such: what a file asks for is no
 * error of the program.
 */
export async function nameInErrors<T>(name: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof RangeError) {
      throw new InputError(`${name}: is too large to be read here: ${error.message}`, { cause: error });
    }
    if (!(error instanceof InputError) || error.message.startsWith(`${name}: `)) throw error;
    throw new InputError(`${name}: ${error.message}`, { cause: error });
  }
}
