/** Colours of TIFF pages in other spaces than red, green and blue, whose channels would be shown as if they were measured. */
import { InputError } from '../../../errors.js';
import { numbersOf, TAG, type TiffDirectory } from './tiff-directory.js';

/** Colours by the number of their photometric interpretation, and the channels that they have. */
const SPACES: Readonly<Record<number, { readonly name: string; readonly samples: number }>> = {
  5: { name: 'CMYK, the inks of printers', samples: 4 },
  6: { name: 'YCbCr, luminance and two differences of colours', samples: 3 },
  8: { name: 'CIELAB', samples: 3 },
  9: { name: 'ICCLAB', samples: 3 },
  10: { name: 'ITULAB', samples: 3 },
};

/** InkSet of other inks than those of CMYK: their pages are measurements as often as prints. */
const OTHER_INKS = 2;

/** The page's space of colours where it is none that is shown; undefined for others. */
export function findColorSpace(directory: TiffDirectory, samples: number): string | undefined {
  const space = SPACES[numbersOf(directory, TAG.photometric)[0] ?? 1];
  const isPrint = numbersOf(directory, TAG.inkSet)[0] !== OTHER_INKS;
  return space && samples >= space.samples && isPrint ? space.name : undefined;
}

/** @throws InputError for such colours, unless one of their channels is named. */
export function refuseColorSpace(space: string | undefined, samples: number, component: number | undefined): void {
  if (space === undefined || component !== undefined) return;
  throw new InputError(
    `is in ${space}, which is not shown in colours; a copy in red, green and blue is, as by magick in.tif -colorspace sRGB out.tif, and --component takes one of its channels, 0 to ${samples - 1}, as numbers`,
  );
}
