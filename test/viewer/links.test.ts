/** Viewers that are linked: what one shows the others show, and nobody answers. */
import { expect, it } from 'vitest';
import { DOCUMENT_DEFAULTS, type ViewerDocument } from '../../src/viewer/document/document.js';
import { Link } from '../../src/viewer/links.js';

interface Linked {
  readonly link: Link;
  readonly taken: unknown[];
  document: ViewerDocument;
}

function createLinked(name: string): Linked {
  const linked: Linked = {
    taken: [],
    document: DOCUMENT_DEFAULTS,
    link: new Link((fields) => {
      linked.taken.push(fields.cursor);
      linked.document = { ...linked.document, ...fields } as ViewerDocument;
      // As an element does with each change.
      linked.link.tell(linked.document);
    }),
  };
  linked.link.join(name);
  return linked;
}

it('passes places on to the viewers of its name alone, once each', () => {
  const [first, second, third] = [createLinked('a'), createLinked('a'), createLinked('a')];
  const [other, alone] = [createLinked('b'), createLinked('')];
  const cursor = [1, 2, 3] as const;
  first.link.tell({ ...DOCUMENT_DEFAULTS, cursor });
  expect([first, second, third, other, alone].map(({ taken }) => taken)).toEqual([[], [cursor], [cursor], [], []]);
  // Nothing that is linked changed.
  second.link.tell({ ...second.document, step: 2 });
  expect(first.taken).toEqual([]);
  third.link.leave();
  const next = [4, 5, 6] as const;
  second.link.tell({ ...second.document, cursor: next });
  expect([first.taken, third.taken]).toEqual([[next], [cursor]]);
  third.link.tell({ ...third.document, cursor });
  expect(first.taken).toEqual([next]);
});
