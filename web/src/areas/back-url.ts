const circular = /^\/open\/(?:login|second-factor|logout|register|password)(?:\/|$)/;

/** A path of this site to return to after login, or the fallback: never another site, never the login form. */
export function safeBackUrl(raw: string | null | undefined, fallback: string): string {
  // Browsers drop tabs and line breaks and read \ as /, so that /\evil.example leaves the site.
  if (!raw || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(raw)) return fallback;
  const url = new URL(raw, location.origin);
  // Dots may collapse into a second slash at the start.
  if (url.origin !== location.origin || url.pathname.startsWith('//') || circular.test(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}
