import { deviceTimeZone } from '@kaike/shared/kit/dates/device-time-zone';
import { findCookie } from './cookies.ts';

/** Headers of every request, including those for the CSRF token and the browser id. */
export function plainHeaders(): Record<string, string> {
  const all = document.cookie;
  const own = {
    Authorization: findCookie('Authorization', all),
    'Open-Id': findCookie('Open-Id', all),
    'client-id': findCookie('client-id', all),
  };
  return {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    Language: document.documentElement.lang,
    RefererPage: location.pathname + location.search,
    TimeZone: deviceTimeZone(),
    ...Object.fromEntries(Object.entries(own).filter((entry): entry is [string, string] => Boolean(entry[1]))),
  };
}
