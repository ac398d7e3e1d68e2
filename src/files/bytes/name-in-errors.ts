/** Says in errors which file they are about. */
import { InputError } from '../../errors.js';

/** Runs `action` and puts `name` before the messages of its `InputError`s. */
export async function nameInErrors<T>(name: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${name}: ${error.message}`, { cause: error });
  }
}
