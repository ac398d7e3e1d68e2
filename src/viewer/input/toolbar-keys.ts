/** Arrow keys in the toolbar, which move from one of its buttons to the next and leave the picture alone. */

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Answers a key press on a button of the toolbar that listens. */
export function moveInToolbar(event: KeyboardEvent): void {
  const { key, altKey, ctrlKey, metaKey } = event;
  const toolbar = event.currentTarget as HTMLElement;
  if (altKey || ctrlKey || metaKey) return;
  const buttons = [...toolbar.querySelectorAll('button')].filter((one) => !one.disabled && one.checkVisibility());
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  const ends: Readonly<Record<string, number>> = { Home: 0, End: buttons.length - 1 };
  const step = STEPS[key];
  const next = step === undefined ? ends[key] : (at + step + buttons.length) % buttons.length;
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  buttons[next]?.focus();
}
