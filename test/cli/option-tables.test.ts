/** The command line's reference has the options that there are. */
import { describe, expect, it } from 'vitest';
import { RENDER_OPTIONS } from '../../src/cli/render/render-options.js';
import { formatOptionTables, readReference, withOptionTables } from './option-tables.js';

describe('the tables of options in the reference', () => {
  it('are those of the options; npm run options writes them', () => {
    const reference = readReference();
    expect(reference).toBe(withOptionTables(reference));
  });

  it('name every option', () => {
    const tables = formatOptionTables('render');
    expect(Object.keys(RENDER_OPTIONS).filter((name) => !tables.includes(`\`--${name}\``))).toEqual([]);
    expect(tables.split('\n').filter((line) => line.startsWith('| `')).length).toBe(Object.keys(RENDER_OPTIONS).length);
  });

  it('have three cells a row', () => {
    const rows = formatOptionTables('render').split('\n').filter(Boolean);
    expect(rows.filter((row) => row.replaceAll('\\|', '').split('|').length !== 5)).toEqual([]);
  });
});
