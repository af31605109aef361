/** How long somebody has been talking: when it began, and the last turn; milliseconds since 1970. */
export type Sitting = { since: number; last: number };

/** A pause of this length is a break. */
const breakMs = 15 * 60_000;
/** After this long without one, everybody is reminded; and again after as long. */
const remindMs = 2 * 3_600_000;

/** The sitting after another turn, and whether it is time for a reminder. */
export function countTurn(sitting: Sitting | null, now: number): { sitting: Sitting; is_long: boolean } {
  if (!sitting || now - sitting.last > breakMs || now < sitting.last)
    return { sitting: { since: now, last: now }, is_long: false };
  const isLong = now - sitting.since >= remindMs;
  return { sitting: { since: isLong ? now : sitting.since, last: now }, is_long: isLong };
}
