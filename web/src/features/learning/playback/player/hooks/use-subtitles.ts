import { useEffect, useState, type RefObject } from 'react';
import type { LessonAnswer } from '@kaike/shared/contracts/learning/lessons';
import { chooseSubtitles } from '@kaike/shared/domain/catalog/courses/subtitles';
import { useLocale } from '../../../../../app/wording.ts';

type SubtitleTracks = LessonAnswer['subtitles'];
export type SubtitleChoice = {
  offered: SubtitleTracks;
  /** The language shown; empty is off. */ chosen: string;
  choose: (language: string) => void;
  flip: () => void;
};

const key = 'kaike.subtitles';
const off = 'off';

/** The last choice in this browser: a language, off, or null. */
const readPreference = (): string | null => localStorage.getItem(key);

/** Subtitles are off by default; a chosen language is looked up in every lesson. */
function firstChoice(offered: SubtitleTracks): string {
  const preferred = readPreference();
  return preferred === null || preferred === off ? '' : (chooseSubtitles(offered, preferred)?.language ?? '');
}

/** Shows the track of the chosen language and hides the others, even if the browser changed them. */
export function useSubtitles(video: RefObject<HTMLVideoElement | null>, offered: SubtitleTracks): SubtitleChoice {
  const locale = useLocale();
  const [picked, setPicked] = useState<string | null>(null);
  const isAvailable = picked !== null && (picked === '' || offered.some(({ language }) => language === picked));
  const current = isAvailable ? picked : firstChoice(offered);
  useEffect(() => {
    const tracks = video.current?.textTracks;
    if (!tracks) return;
    for (const track of Array.from(tracks))
      track.mode = current !== '' && track.language === current ? 'showing' : 'disabled';
  }, [video, offered, current]);
  const choose = (language: string): void => {
    localStorage.setItem(key, language === '' ? off : language);
    setPicked(language);
  };
  return {
    offered,
    chosen: current,
    choose,
    flip: () =>
      choose(current === '' ? (chooseSubtitles(offered, locale)?.language ?? offered[0]?.language ?? '') : ''),
  };
}
