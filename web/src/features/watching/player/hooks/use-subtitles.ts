import { useEffect, useState, type RefObject } from 'react';
import type { LessonAnswer } from '@kaike/shared/contracts/lessons';
import { chooseSubtitles } from '@kaike/shared/domain/courses/subtitles';
import { useLocale } from '../../../../app/wording.ts';

type Offered = LessonAnswer['subtitles'];
export type Subtitles = {
  offered: Offered;
  /** The language shown; empty is off. */ chosen: string;
  choose: (language: string) => void;
  flip: () => void;
};

const key = 'kaike.subtitles';
const off = 'off';

/** The last choice in this browser: a language, off, or null. */
const readPreference = (): string | null => localStorage.getItem(key);

/** Subtitles are off by default; a chosen language is looked up in every lesson. */
function firstChoice(offered: Offered): string {
  const preferred = readPreference();
  return preferred === null || preferred === off ? '' : (chooseSubtitles(offered, preferred)?.language ?? '');
}

/** Shows the track of the chosen language and hides the others, even if the browser changed them. */
export function useSubtitles(video: RefObject<HTMLVideoElement | null>, offered: Offered): Subtitles {
  const locale = useLocale();
  const [picked, setPicked] = useState<string | null>(null);
  const isAvailable = picked !== null && (picked === '' || offered.some(({ language }) => language === picked));
  const chosen = isAvailable ? picked : firstChoice(offered);
  useEffect(() => {
    const tracks = video.current?.textTracks;
    if (!tracks) return;
    for (const track of Array.from(tracks))
      track.mode = chosen !== '' && track.language === chosen ? 'showing' : 'disabled';
  }, [video, offered, chosen]);
  const choose = (language: string): void => {
    localStorage.setItem(key, language === '' ? off : language);
    setPicked(language);
  };
  return {
    offered,
    chosen,
    choose,
    flip: () => choose(chosen === '' ? (chooseSubtitles(offered, locale)?.language ?? offered[0]?.language ?? '') : ''),
  };
}
