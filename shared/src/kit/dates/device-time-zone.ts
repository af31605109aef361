/** In browsers since 2026, so not in the library this code is compiled for. */
declare const Temporal: { Now: { timeZoneId: () => string } } | undefined;

let zone: string | undefined;

/**
 * The time zone of the device, as it was when the page loaded. A formatter would tell it too, but the first of a page costs
 * a slow phone 60 ms and each further one 1 ms: too much for a request's header or a row of a list.
 */
export function deviceTimeZone(): string {
  zone ??=
    typeof Temporal === 'undefined' ? Intl.DateTimeFormat().resolvedOptions().timeZone : Temporal.Now.timeZoneId();
  return zone;
}
