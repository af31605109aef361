import { deviceTimeZone } from '@kaike/shared/kit/dates/device-time-zone';
import { readCookie } from './cookies.ts';

/** Headers of every request, including those for the CSRF token and the browser id. */
export function plainHeaders(): Record<string, string> {
  const all = document.cookie;
  const own = {
    Authorization: readCookie('Authorization', all),
    'Open-Id': readCookie('Open-Id', all),
    'client-id': readCookie('client-id', all),
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
