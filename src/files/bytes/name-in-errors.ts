/** Says in errors which file they are about. */
import { InputError } from '../../errors.js';

/** Runs `action` and puts `name` before the messages of its `InputError`s, unless it is there already. */
export async function nameInErrors<T>(name: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof InputError) || error.message.startsWith(`${name}: `)) throw error;
    throw new InputError(`${name}: ${error.message}`, { cause: error });
  }
}
