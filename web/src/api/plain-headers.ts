import { readCookie } from './cookies.ts';

/** What every request carries, the one for the token of writes and the one for the browser's identity included. */
export function plainHeaders(): Record<string, string> {
  const own = {
    Authorization: readCookie('Authorization'),
    'Open-Id': readCookie('Open-Id'),
    'client-id': readCookie('client-id'),
  };
  return {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    Language: document.documentElement.lang,
    RefererPage: location.pathname + location.search,
    TimeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...Object.fromEntries(Object.entries(own).filter((entry): entry is [string, string] => Boolean(entry[1]))),
  };
}
