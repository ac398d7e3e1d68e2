/** The pace and the failures of each server, over all requests to it. */
import { BodyPace } from './body-pace.js';
import { LostTime } from './passing-failure.js';

interface ServerRecord {
  readonly pace: BodyPace;
  readonly lost: LostTime;
  usedMs: number;
}

/** A server that nothing was asked of for so long begins anew. */
const KEPT_MS = 60_000;

/** The pace is measured over a time in which a single download may stall twice. */
const PACE_TIMES = 2;

const records = new Map<string, ServerRecord>();

/**
 * The record of a server. One for each patience, as its pace is measured over that.
 * @param origin of the address that is asked.
 */
export function recordOf(origin: string, stallMs: number): ServerRecord {
  const usedMs = performance.now();
  for (const [key, record] of records) if (usedMs - record.usedMs > KEPT_MS) records.delete(key);
  const key = `${origin} ${stallMs}`;
  const record = records.get(key) ?? { pace: new BodyPace(PACE_TIMES * stallMs), lost: new LostTime(), usedMs };
  record.usedMs = usedMs;
  records.set(key, record);
  return record;
}
