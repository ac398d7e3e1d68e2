/** The adapter's shape profile, for commands that do without one as well. */
import { type Gpu, InputError, type ShapeProfile } from '../index.js';
import { loadShapeProfile } from '../node/index.js';
import { say } from './say.js';

/** Reports in one line what is wrong with an existing profile: pictures are the same without it, only slower. */
export async function findProfile(gpu: Gpu): Promise<ShapeProfile | undefined> {
  try {
    return await loadShapeProfile(gpu);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    say(error.message);
    return undefined;
  }
}
