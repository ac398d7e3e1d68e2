/** `--denoise oidn`: the denoiser has an option of its own, since `--denoise` takes no value and a file may follow it. */
import { DENOISERS } from '../../recipe/options/quality-options.js';

/** The command line with `--denoiser` where a denoiser's name follows `--denoise`. */
export function nameDenoiser(args: readonly string[]): readonly string[] {
  const isNamed = (at: number) => args[at] === '--denoise' && (DENOISERS as readonly unknown[]).includes(args[at + 1]);
  return args.flatMap((arg, at) => (isNamed(at) ? [arg, '--denoiser'] : [arg]));
}
