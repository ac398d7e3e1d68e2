/** Constants that both sides of a watched process share, and the commands that bound their time. */

/** Tells a process that it is watched. It takes the variable out of its environment. */
export const WATCHED = 'TILECAST_WATCHED';

/** Descriptors of a watched process: what it tells of unfinished files, and what ends when the one that watches does. */
export const DESCRIPTORS = { reports: 3, life: 4 } as const;

/** Seconds: timers count no further. */
export const TIME_LIMIT_MAX = 2 ** 31 / 1000;
