import { createContext, useContext, useMemo } from 'react';
import type { Translate } from '@kaike/shared/kit/wording';
import { useT } from '../../app/wording.ts';
import { lessonWords } from './lesson-words.ts';

/** Whether the lesson is heard rather than watched. */
export const HeardContext = createContext(false);

const watched = 'watching.';

/** Words of the player; what is heard has its own where watching would be the wrong one. */
export function usePlayedT(): Translate {
  const isHeard = useContext(HeardContext);
  const t = useT();
  const own = lessonWords.useT();
  return useMemo(() => {
    if (!isHeard) return t;
    return (key, params) => {
      const heard = `lesson.heard.${key.slice(watched.length)}`;
      const text = key.startsWith(watched) ? own(heard, params) : heard;
      // Nothing while the words are on their way: the player's own are here already.
      return text === heard || text === '' ? t(key, params) : text;
    };
  }, [isHeard, t, own]);
}
