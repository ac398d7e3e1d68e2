/** The unit of the world that a volume is in. */
import { nameLengthUnit, unitSymbol } from '../../lab.js';

/** Anatomical data is in millimetres, as DICOM has it; of other files the unit is not known. */
export const ANATOMICAL_UNIT = 'mm';

/** The symbol of the unit that a file says, or of a patient's; an empty text where it is not known. */
export const worldUnit = (unit: string | undefined, anatomical: boolean): string =>
  unitSymbol(unit ?? (anatomical ? ANATOMICAL_UNIT : ''));

/** The name of the same unit; undefined where it is not known. */
export const unitName = (unit: string | undefined, anatomical: boolean): string | undefined =>
  unit === undefined && !anatomical ? undefined : nameLengthUnit(unit ?? ANATOMICAL_UNIT);
