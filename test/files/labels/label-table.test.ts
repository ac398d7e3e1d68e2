/** Tables of labels in the form of each program that writes them, and what is no such table. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { readLabelTable } from '../../../src/files/labels/label-table.js';

const EXPECTED = [
  { label: 4, name: 'left lung', color: [1, 0, 0.2] },
  { label: 17, name: 'heart, whole', color: [0, 0.4, 1] },
];

const TABLES = {
  'ITK-SNAP': [
    '################################################',
    '# ITK-SnAP Label Description File',
    '    0     0    0    0        0  0  0    "Clear Label"',
    '    4   255    0   51        1  1  1    "left lung"',
    '   17     0  102  255      0.5  1  1    "heart, whole"',
  ],
  '3D Slicer, .ctbl': [
    '# Color table file',
    '# 3 values',
    '0 Background 0 0 0 0',
    '4 left lung 255 0 51 255',
    '17 heart, whole 0 102 255 255',
  ],
  '3D Slicer, .csv': [
    'LabelValue,Name,Color_R,Color_G,Color_B,Color_A',
    '4,left lung,255,0,51,255',
    '17,"heart, whole",0,102,255,255',
  ],
  FreeSurfer: [
    '#No. Label Name:                            R   G   B   A',
    '',
    '0   Unknown                                 0   0   0   0',
    '4   left lung                               255 0   51  0',
    '17  heart, whole                            0   102 255 0',
  ],
  BIDS: [
    'index\tname\tabbreviation\tcolor\tmapping',
    '0\tbackground\tBG\t#000000\t0',
    '4\tleft lung\tLL\t#ff0033\t1',
    '17\theart, whole\tH\t#0066ff\tn/a',
  ],
};

describe.each(Object.entries(TABLES))('a table of %s', (_, lines) => {
  it.each(['\n', '\r\n'])('has names and colours, lines ending in %j', (end) => {
    const labels = readLabelTable(`\ufeff${lines.join(end)}${end}`, 'table');
    expect(
      labels.map(({ color, ...rest }) => ({
        ...rest,
        color: color?.map((channel) => Math.round(100 * channel) / 100),
      })),
    ).toEqual(EXPECTED);
  });
});

it('needs no colours', () => {
  expect(readLabelTable('name,index\n"the ""inner"" part",3\n,5', 'a.csv')).toEqual([
    { label: 3, name: 'the "inner" part' },
    { label: 5, name: 'Label 5' },
  ]);
  expect(readLabelTable('index\tname\tcolor\n2\tx\tn/a', 'a.tsv')).toEqual([{ label: 2, name: 'x' }]);
});

it.each([
  ['', /^a\.txt: names no labels; right are ITK-SNAP's/],
  ['0 Background 0 0 0 0', /names no labels/],
  ['a picture of a cat', /its line "a picture of a cat" is no label's/],
  ['1 x 256 0 0', /has the colour 256 0 0; 255 is the most/],
  ['1 x 2 0 0\n1 y 2 0 0', /names label 1 twice, y the second time/],
  ['index\tcolour\n1\tred', /lacks the columns index and name; it has index, colour/],
  ['index,name\nx,y', /its line "x,y" has no whole number/],
  ['index,name,color\n1,y,mauvish', /a\.txt: colour/],
])('refuses %j', (text, message) => {
  expect(() => readLabelTable(text, 'a.txt')).toThrow(InputError);
  expect(() => readLabelTable(text, 'a.txt')).toThrow(message);
});

it('survives damage of any kind', () => {
  const all = Object.values(TABLES).map((lines) => lines.join('\n'));
  for (const text of all) {
    for (let cut = 0; cut < text.length; cut += 3) {
      try {
        readLabelTable(text.slice(0, cut) + text.slice(cut + 1), 'a');
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
      }
    }
  }
});
