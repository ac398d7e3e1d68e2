/** Relations of hit rates by figures 6 and 7 of the paper, and its text: which of them a model's table fulfils. */

export const VIEWS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
export type View = (typeof VIEWS)[number];

/** Hit rates of 1 × 128, 2 × 64, … 128 × 1, by viewpoint. */
export type HitRates = Readonly<Record<View, readonly number[]>>;

/** Places in the list of shapes. */
const [TALL, SQUARE_TALL, SQUARE_WIDE, WIDE] = [0, 2, 3, 5];

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Each relation by its name, and whether it holds. */
export function checkRelations(rates: HitRates): Record<string, boolean> {
  const most = (view: View) => Math.max(...rates[view]);
  const relations: Record<string, boolean> = {};
  for (const view of ['a', 'b', 'c'] as const) {
    relations[`${view}: horizontal better in the mean`] =
      mean(rates[view].slice(SQUARE_WIDE)) > mean(rates[view].slice(0, SQUARE_WIDE));
    relations[`${view}: 32x4 better than 1x128`] = rates[view][WIDE]! > rates[view][TALL]!;
  }
  for (const view of ['d', 'e', 'f'] as const) {
    relations[`${view}: vertical better in the mean`] =
      mean(rates[view].slice(0, SQUARE_WIDE)) > mean(rates[view].slice(SQUARE_WIDE));
    relations[`${view}: 1x128 better than 32x4`] = rates[view][TALL]! > rates[view][WIDE]!;
  }
  for (const [horizontal, vertical] of [
    ['a', 'e'],
    ['b', 'd'],
    ['c', 'f'],
  ] as const) {
    const crosses =
      rates[vertical][SQUARE_TALL]! > rates[horizontal][SQUARE_TALL]! &&
      rates[vertical][SQUARE_WIDE]! < rates[horizontal][SQUARE_WIDE]!;
    relations[`${horizontal} and ${vertical} cross between 4x32 and 8x16`] = crosses;
  }
  relations['c below a and b'] = most('c') < Math.min(most('a'), most('b'));
  relations['f below d and e'] = most('f') < Math.min(most('d'), most('e'));
  relations['c and f at most about a third (below 45 %)'] = Math.max(most('c'), most('f')) < 0.45;
  relations['d with 1x128 near 73.9 % (within 25)'] = Math.abs(rates.d[TALL]! - 0.739) < 0.25;
  return relations;
}
