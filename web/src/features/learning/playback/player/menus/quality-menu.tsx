import { useState } from 'react';
import lessonWords from 'virtual:locale/lesson';
import type { Quality } from '../hls-engine.ts';
import { PopMenu } from './pop-menu.tsx';
import { preferredQuality, qualities } from '../preferences.ts';

/** High quality or low data use. */
export function QualityMenu({ onQuality }: { onQuality: (quality: Quality) => void }) {
  const t = lessonWords.useT();
  const [quality, setQuality] = useState(preferredQuality);
  const nameOf = (quality: Quality): string => t(`lesson.quality.${quality}`);
  const choose = (quality: Quality): void => {
    setQuality(quality);
    onQuality(quality);
  };
  return (
    <PopMenu
      label={t('lesson.quality.now', { now: nameOf(quality) })}
      text={quality === 'auto' ? t('lesson.quality.title') : nameOf(quality)}
      title={t('lesson.quality.title')}
      options={qualities.map((value) => ({ value, label: nameOf(value) }))}
      chosen={quality}
      onChoose={choose}
    />
  );
}
