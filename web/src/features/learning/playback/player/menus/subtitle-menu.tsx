import lessonWords from 'virtual:locale/lesson';
import { subtitleLanguages, type SubtitleLanguage } from '@kaike/shared/domain/catalog/courses/subtitles';
import { PopMenu } from './pop-menu.tsx';
import type { SubtitleChoice } from '../hooks/use-subtitles.ts';

/** The name of each language in that language. */
export const languageName = (language: string): string =>
  language in subtitleLanguages ? subtitleLanguages[language as SubtitleLanguage] : language;

/** Subtitles off or in one of the languages; nothing where there are none. */
export function SubtitleMenu({ subtitles: { offered, chosen, choose } }: { subtitles: SubtitleChoice }) {
  const t = lessonWords.useT();
  if (offered.length === 0) return null;
  const options = [
    ...offered.map(({ language }) => ({ value: language, label: languageName(language) })),
    { value: '', label: t('lesson.subtitles_off') },
  ];
  const now = chosen === '' ? t('lesson.subtitles_off') : languageName(chosen);
  return (
    <PopMenu
      label={t('lesson.subtitles_now', { now })}
      text={t('lesson.subtitles')}
      title={t('lesson.subtitles')}
      options={options}
      chosen={chosen}
      onChoose={choose}
    />
  );
}
