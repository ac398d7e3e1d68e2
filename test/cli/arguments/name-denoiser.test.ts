/** `--denoise oidn`. */
import { describe, expect, it } from 'vitest';
import { nameDenoiser } from '../../../src/cli/arguments/name-denoiser.js';

describe('nameDenoiser', () => {
  it('gives a denoiser’s name after --denoise its option, and leaves files where they are', () => {
    expect(nameDenoiser(['--denoise', 'oidn', 'a.nrrd'])).toEqual(['--denoise', '--denoiser', 'oidn', 'a.nrrd']);
    expect(nameDenoiser(['--denoise', 'tilecast'])).toEqual(['--denoise', '--denoiser', 'tilecast']);
    for (const args of [
      ['--denoise', 'a.nrrd'],
      ['oidn', '--denoise'],
      ['--title', 'oidn'],
      ['--denoise=true', 'oidn'],
    ])
      expect(nameDenoiser(args)).toEqual(args);
  });
});
