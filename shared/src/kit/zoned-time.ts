/** A wall-clock time in some time zone; `month` is 1 to 12. */
export type WallTime = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
};

export const defaultTimeZone = 'Asia/Shanghai';

const formatters = new Map<string, Intl.DateTimeFormat>();
/** A zone has many spellings; a client trying all of them must not exhaust memory. */
const maxFormatters = 500;

function makeFormatter(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

/** The zone if the runtime supports it, else the default; zones come from a request header. */
export function knownTimeZone(timeZone: string | null | undefined): string {
  if (!timeZone || timeZone.length > 64) return defaultTimeZone;
  if (formatters.has(timeZone)) return timeZone;
  if (formatters.size >= maxFormatters) formatters.clear();
  try {
    formatters.set(timeZone, makeFormatter(timeZone));
    return timeZone;
  } catch {
    return defaultTimeZone;
  }
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const zone = knownTimeZone(timeZone);
  const formatter = formatters.get(zone) ?? makeFormatter(zone);
  formatters.set(zone, formatter);
  return formatter;
}

function readWallTime(time: number, zone: string): WallTime {
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
}

function asUtc({ year, month, day, hour, minute, second }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const minuteMs = 60_000;
/** Since then every zone's offset is a whole number of minutes and changes on a full minute. */
const wholeMinutesSince = Date.UTC(1980, 0, 1);
/** Cached because formatting in a zone costs more than the rest of a response; most calls are for now or the end of a few days. */
const offsets = new Map<string, number>();
const maxOffsets = 5000;

/** UTC offset of the zone in milliseconds, for a minute after 1980. */
function offsetIn(minute: number, zone: string): number {
  const key = `${minute} ${zone}`;
  const cached = offsets.get(key);
  if (cached !== undefined) return cached;
  if (offsets.size >= maxOffsets) offsets.clear();
  const offset = asUtc(readWallTime(minute * minuteMs, zone)) - minute * minuteMs;
  offsets.set(key, offset);
  return offset;
}

/** The wall-clock time in a zone at a moment. */
export function toWallTime(moment: Date, timeZone: string): WallTime {
  const time = moment.getTime();
  // Old dates and invalid ones, which the formatter rejects.
  if (!(time >= wholeMinutesSince)) return readWallTime(time, timeZone);
  const local = new Date(time + offsetIn(Math.floor(time / minuteMs), timeZone));
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
  };
}

/**
 * The moment of a wall-clock time in a zone. A time that occurs twice means the later moment; a skipped time is moved
 * forward by the length of the gap.
 */
export function fromWallTime(wall: WallTime, timeZone: string): Date {
  const wallMs = asUtc(wall);
  const offsetAt = (time: number): number => asUtc(toWallTime(new Date(time), timeZone)) - time;
  const day = 86_400_000;
  const [before, after] = [offsetAt(wallMs - day), offsetAt(wallMs + day)];
  const candidates = [wallMs - before, wallMs - after].filter((time) => offsetAt(time) === wallMs - time);
  return new Date(candidates.length > 0 ? Math.max(...candidates) : wallMs - before);
}
