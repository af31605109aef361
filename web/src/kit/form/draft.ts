import type { Fields } from '@kaike/shared/kit/field';

type Values = Record<string, unknown>;

/** Unsaved changes, with the values they were based on. */
export type FormDraft = { changes: Values; base: Values; saved_at: number };

const prefix = 'draft:';
const maxAgeMs = 7 * 86_400_000;

/** The storage key of one user's draft of one row. */
export const draftKey = (owner: { user_id: number; resource: string; id: number }): string =>
  `${prefix}${owner.user_id}:${owner.resource}:${owner.id}`;

/** Fields whose values may be kept in browser storage: no secrets, nothing that is masked elsewhere. */
export function draftable(fields: Fields, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([key]) => fields[key] && fields[key].kind !== 'password' && !fields[key].masked),
  );
}

const isDraft = (value: unknown): value is FormDraft =>
  typeof value === 'object' && value !== null && 'changes' in value && 'base' in value && 'saved_at' in value;

/** The draft stored under a key; null when missing, broken or older than a week. */
export function findDraft(key: string, now = Date.now()): FormDraft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isDraft(draft) && now - draft.saved_at < maxAgeMs && Object.keys(draft.changes).length > 0 ? draft : null;
  } catch {
    return null; // A broken draft counts as none.
  }
}

/** Stores a draft. With full storage the one before stays, and typing goes on. */
export function writeDraft(key: string, draft: FormDraft): void {
  try {
    if (Object.keys(draft.changes).length > 0) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
  } catch {
    // A draft of a minute ago is worth more than none.
  }
}

export function deleteDraft(key: string): void {
  localStorage.removeItem(key);
}
