const storageKey = 'talk-lease';

/** The name under which this page holds a talk; a reload keeps it. */
export function pageLease(): string {
  const stored = sessionStorage.getItem(storageKey);
  if (stored) return stored;
  const lease = crypto.randomUUID();
  sessionStorage.setItem(storageKey, lease);
  return lease;
}
