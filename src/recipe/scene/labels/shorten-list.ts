/** Lists in notices, which may be long. */

const MANY = 12;

/** The first items of a list, and how many more there are. */
export const shortenList = (items: readonly (number | string)[]): string =>
  items.length > MANY ? `${items.slice(0, MANY).join(', ')} and ${items.length - MANY} more` : items.join(', ');
