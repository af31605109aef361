const storageKey = 'kaike.package';

type Kept = { token: string; key: string };

function read(): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Partial<Kept> | null;
    return typeof kept?.token === 'string' && typeof kept.key === 'string'
      ? { token: kept.token, key: kept.key }
      : null;
  } catch {
    return null;
  }
}

/** The name of this tab's attempt at a package, also after a reload; made when asked to. `randomUUID` is missing on plain http. */
export function keyFor(token: string, make: boolean): string | null {
  const kept = read();
  if (kept?.token === token) return kept.key;
  if (!make) return null;
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ token, key }));
  } catch {
    // Without storage only a reload forgets the attempt.
  }
  return key;
}
