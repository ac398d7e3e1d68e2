/** Texts of XML elements: entities, CDATA and comments, in time that their bytes warrant. */
import { expect, test } from 'vitest';
import { parseXml, textOf } from '../../../../src/files/bytes/text/xml.js';
import { ascii } from '../../volumes/nrrd/write-nrrd.js';

const read = (text: string) => textOf(parseXml(ascii(`<a>${text}</a>`)));

test.each([
  ['plain text', 'x y', 'x y'],
  ['entities', '&lt;&#65;&#x42;&amp;lt; &none;', '<AB&lt; &none;'],
  ['a comment and an instruction', 'a<!-- b <c> -->d<? e ?>f', 'adf'],
  ['CDATA, as it is', 'a&amp;<![CDATA[<b>&amp;<!-- c --> <? d ?>]]>e', 'a&<b>&amp;<!-- c --> <? d ?>e'],
  ['several', '<![CDATA[a]]><!---->b<![CDATA[]]><![CDATA[c]]>', 'abc'],
])('%s', (_, text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each(['<!--', '<?', '<![CDATA['])('a million starts of %s that never end, in CDATA', (start) => {
  const content = start.repeat(1_000_000);
  expect(read(`<![CDATA[${content}]]>`)).toBe(content);
});
