/** Parts that are hidden: by opacities of 0, which recipes hold too. */
import { expect, it } from 'vitest';
import { EMPTY_DATA } from '../../../src/viewer/data/viewer-data.js';
import { DOCUMENT_DEFAULTS } from '../../../src/viewer/document/document.js';
import { CLEAR_TRANSFER, shownData, shownDocument } from '../../../src/viewer/scene/shown-data.js';

const labels = { styles: [{ label: 1 }] } as never;

it('leave the others as they are, and are the same objects each time', () => {
  const data = { ...EMPTY_DATA, labels };
  const fused = [{ preset: 'hot' }, { preset: 'viridis', opacity: 0.5 }];
  const hidden = { labels: true, fused: [1] };
  const document = { ...DOCUMENT_DEFAULTS, fused, hidden };
  expect(shownData(data, document).labels).toBeUndefined();
  expect(shownData(data, document)).toBe(shownData(data, document));
  const shown = shownDocument(document, 2);
  expect(shown.fused).toEqual([{ preset: 'hot' }, { preset: 'viridis', opacity: 0 }]);
  expect(shownDocument({ ...document, step: 2 }, 2).fused).toBe(shown.fused);
  expect(shown.transfer).toBeUndefined();
  expect(shownDocument({ ...document, preset: 'bone', hidden: { volume: true } }, 2)).toMatchObject({
    transfer: CLEAR_TRANSFER,
    fused,
  });
  expect(shownDocument(DOCUMENT_DEFAULTS, 0)).toBe(DOCUMENT_DEFAULTS);
  expect(shownData(data, DOCUMENT_DEFAULTS)).toBe(data);
});
