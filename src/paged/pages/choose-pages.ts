/** Decides which of the pages that rays wait for are loaded next, and which resident ones are evicted. */

/** A page by its number, and how far along every ray that meets it is. */
export interface PlacedPage {
  readonly page: number;
  /** Grows from page to page along each ray. */
  readonly distance: number;
  /** Rays that wait for it. */
  readonly rays: number;
}

export interface PageChoice {
  /** Nearest first, as many as there will be room for. */
  readonly load: readonly number[];
  readonly evict: readonly number[];
}

/**
 * The nearest pages that are waited for come first, and of those the ones that most rays wait for. Nothing nearer than them is needed any more in this frame, so such pages
 * give way first, the farthest of them before the others, which the next frame begins with; then those that are farther
 * than what takes their place, which rays that are behind may ask for again. With room for one page, or for all that are met
 * at a time, a frame loads each page once.
 * @param free slots without a page.
 */
export function choosePages(
  waitedFor: readonly PlacedPage[],
  resident: readonly PlacedPage[],
  free: number,
): PageChoice {
  const wanted = [...waitedFor].sort((a, b) => a.distance - b.distance || b.rays - a.rays || a.page - b.page);
  const nearest = wanted[0]?.distance ?? 0;
  const isDone = ({ distance }: PlacedPage) => distance <= nearest;
  const giveWay = [...resident].sort(
    (a, b) => Number(isDone(b)) - Number(isDone(a)) || b.distance - a.distance || a.page - b.page,
  );
  const load: number[] = [];
  const evict: number[] = [];
  for (const { page, distance } of wanted) {
    if (load.length >= free) {
      const next = giveWay[evict.length];
      if (!next || !(isDone(next) || next.distance > distance)) break;
      evict.push(next.page);
    }
    load.push(page);
  }
  return { load, evict };
}
