/** Undo and redo. */
import { expect, it } from 'vitest';
import { History } from '../../../src/viewer/document/history.js';

it('undoes what one gesture did at once, and redoes it', () => {
  const history = new History(0);
  const drag = {};
  for (const value of [1, 2, 3]) history.change(value, drag);
  history.change(4, {});
  history.change(5);
  const undone = [history.present];
  while (history.canUndo) {
    history.undo();
    undone.push(history.present);
  }
  expect(undone).toEqual([5, 4, 3, 0]);
  history.redo();
  expect(history.present).toBe(3);
});

it('begins a new gesture after an undo, and forgets what was undone', () => {
  const history = new History(0);
  const drag = {};
  history.change(1, drag);
  history.undo();
  history.change(2, drag);
  expect([history.canRedo, history.present]).toEqual([false, 2]);
  history.undo();
  expect(history.present).toBe(0);
});
