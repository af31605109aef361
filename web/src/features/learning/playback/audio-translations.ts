import { createContext, useContext, useMemo } from 'react';
import lessonWords from 'virtual:locale/lesson';
import type { Translate } from '@kaike/shared/kit/wording';
import { useT } from '../../../app/wording.ts';

/** Whether this is an audio lesson. */
export const AudioLessonContext = createContext(false);

const watched = 'watching.';

/** Wording of the player; audio lessons have their own where "watching" would be wrong. */
export function usePlayerTranslations(): Translate {
  const isHeard = useContext(AudioLessonContext);
  const t = useT();
  const own = lessonWords.useT();
  return useMemo(() => {
    if (!isHeard) return t;
    return (key, params) => {
      const ownKey = `lesson.heard.${key.slice(watched.length)}`;
      const text = key.startsWith(watched) ? own(ownKey, params) : ownKey;
      // Undefined while the wording loads: the player's own is already there.
      return text === ownKey || text === '' ? t(key, params) : text;
    };
  }, [isHeard, t, own]);
}
