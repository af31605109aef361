import { useEffect, useRef } from 'react';
import { useSession } from '../../../../app/session.ts';

type Typed = { text: string; setText: (text: string) => void };

/** Keeps what its learner has typed in a talk and not sent, in this browser: a reload or a log-in in between loses nothing. */
export function useTalkDraft(chatId: number | null, { text, setText }: Typed): void {
  const userId = useSession(({ user }) => user?.id ?? null);
  const key = chatId === null || userId === null ? null : `kaike.talk-draft.${userId}.${chatId}`;
  const loaded = useRef<string | null>(null);
  useEffect(() => {
    if (key === null) return;
    if (loaded.current !== key) {
      loaded.current = key;
      const stored = localStorage.getItem(key);
      if (stored && text.trim() === '') return setText(stored);
    }
    try {
      if (text.trim() === '') localStorage.removeItem(key);
      else localStorage.setItem(key, text);
    } catch {
      // Without room for it, typing goes on.
    }
  }, [key, text, setText]);
}
