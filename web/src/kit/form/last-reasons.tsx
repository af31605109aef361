import type { ResourceWording } from '../words/use-words.ts';

const most = 3;
const keyOf = (owner: number, action: string): string => `reasons:${owner}:${action}`;

/** The reasons this person gave for an action last, in this browser. */
export function loadReasons(owner: number, action: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(owner, action)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

export function storeReason(owner: number, action: string, reason: unknown): void {
  if (typeof reason !== 'string' || reason.trim() === '') return;
  const text = reason.trim();
  try {
    const others = loadReasons(owner, action).filter((one) => one !== text);
    localStorage.setItem(keyOf(owner, action), JSON.stringify([text, ...others].slice(0, most)));
  } catch {
    // A full or blocked storage stores nothing.
  }
}

type Props = { reasons: readonly string[]; set: (reason: string) => void; words: ResourceWording; children: string };

/** The last reasons as buttons below the field. */
export function LastReasons({ reasons, set, words, children }: Props) {
  if (reasons.length === 0) return children;
  return (
    <>
      {children}
      <span className="kk-reasons" role="group" aria-label={words.t('kit.last_reasons')}>
        {reasons.map((reason) => (
          <button key={reason} type="button" onClick={() => set(reason)}>
            {reason}
          </button>
        ))}
      </span>
    </>
  );
}
