/** Days are texts, `2026-11-26`; the calendar of the school decides which one it is. */
const dayMs = 86_400_000;

export const addDays = (day, count) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);

/** Days in a row up to today; a row that ended yesterday can still go on. */
export function streakOf(days, today) {
  const done = new Set(days);
  let day = done.has(today) ? today : addDays(today, -1);
  let count = 0;
  while (done.has(day)) {
    count += 1;
    day = addDays(day, -1);
  }
  return count;
}

/** The longest row there ever was. */
export function longestOf(days) {
  const done = new Set(days);
  const starts = days.filter((day) => !done.has(addDays(day, -1)));
  return Math.max(
    0,
    ...starts.map((start) => {
      let count = 0;
      while (done.has(addDays(start, count))) count += 1;
      return count;
    }),
  );
}

/** The missed days of the last `count` days, latest first; today is not missed yet. */
export function missedDays(days, today, count) {
  const done = new Set(days);
  const candidates = Array.from({ length: count }, (_, index) => addDays(today, -1 - index));
  return candidates.filter((day) => !done.has(day));
}
