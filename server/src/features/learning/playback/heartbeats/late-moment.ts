import { assert } from '../../../../core/app-error.ts';

type TicketTimes = { expires_at: Date; taken_over_at: Date | null; last_beat_at: Date };

/**
 * The effective time of what a ticket reports. What was watched or read before the ticket's end, or before another one took over,
 * may be reported once after it.
 */
export function momentOf(
  { expires_at, taken_over_at, last_beat_at: lastAt }: TicketTimes,
  { now, is_late }: { now: Date; is_late: boolean },
): Date {
  // The moment before the other ticket: one played at the same millisecond was no longer this one's.
  const end = new Date(Math.min(expires_at.getTime(), (taken_over_at?.getTime() ?? Infinity) - 1));
  if (now < end) return now;
  assert(is_late && lastAt < end, 'play.ticket_ended');
  return end;
}
