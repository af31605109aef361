/** A path of this site to return to after logging in, or the fallback: never another site. */
export function safeBackUrl(raw: string | null | undefined, fallback: string): string {
  if (!raw || !raw.startsWith('/') || raw.startsWith('//') || raw.includes('\\')) return fallback;
  return raw.startsWith('/open/login') || raw.startsWith('/open/logout') ? fallback : raw;
}
