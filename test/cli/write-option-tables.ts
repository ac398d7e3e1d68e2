/** Writes the tables of options into the command line's reference: `npm run options`. */
import { writeFileSync } from 'node:fs';
import { REFERENCE, readReference, withOptionTables } from './option-tables.js';

writeFileSync(REFERENCE, withOptionTables(readReference()));
