const storageKey = 'kaike.package';

type StoredKey = { token: string; key: string };

function read(): StoredKey | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Partial<StoredKey> | null;
    return typeof stored?.token === 'string' && typeof stored.key === 'string'
      ? { token: stored.token, key: stored.key }
      : null;
  } catch {
    return null;
  }
}

/** The key of this tab's download of a package, kept across a reload; created on request. `randomUUID` is missing on plain http. */
export function keyFor(token: string, make: boolean): string | null {
  const stored = read();
  if (stored?.token === token) return stored.key;
  if (!make) return null;
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ token, key }));
  } catch {
    // Without storage the key is lost only on a reload.
  }
  return key;
}
