import { useState } from 'react';
import type { OutlineLesson } from '@kaike/shared/contracts/catalog/courses';
import { subtitleLanguages, type SubtitleLanguage } from '@kaike/shared/domain/catalog/courses/subtitles';
import { useT } from '../../../../../app/wording.ts';
import { decodeText } from '../../../../../kit/fields/files/decode-text.ts';
import { openFileDialog } from '../../../../../kit/open-file-dialog.ts';
import { KitIcon } from '../../../../../kit/kit-icon.tsx';
import { Button, Select } from '../../../../../kit/widgets.ts';
import css from '../outline.module.css';
import type { OutlineActions } from '../use-outline.ts';

const languages = Object.entries(subtitleLanguages).map(([value, label]) => ({
  value: value as SubtitleLanguage,
  label,
}));
const nameOf = (language: string): string => languages.find(({ value }) => value === language)?.label ?? language;

const readText = async (file: File): Promise<string> => decodeText(new Uint8Array(await file.arrayBuffer()));

/** Subtitles of a video by language, from WebVTT or SRT files. */
export function SubtitleList({ lesson, actions }: { lesson: OutlineLesson; actions: OutlineActions }) {
  const t = useT();
  const [language, setLanguage] = useState<SubtitleLanguage>('zh-CN');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState('');
  const add = async (file: File): Promise<void> => {
    setIsBusy(true);
    setError('');
    const problem = await actions.putSubtitles(lesson, { language, text: await readText(file) });
    setIsBusy(false);
    setError(problem ?? '');
  };
  const choose = (): void =>
    openFileDialog({ accept: '.vtt,.srt,text/vtt' }, ([file]) => {
      if (file) void add(file);
    });
  return (
    <div>
      <ul className={css['documents']}>
        {lesson.subtitles.map((one) => (
          <li key={one.language}>
            <span>{nameOf(one.language)}</span>
            <span className="kk-muted">{t('outline.cues', { count: one.cue_count })}</span>
            <Button
              type="text"
              size="small"
              icon={<KitIcon name="trash" size={14} />}
              aria-label={t('outline.remove_file', { name: nameOf(one.language) })}
              onClick={() => void actions.removeSubtitles(lesson, one.language)}
            />
          </li>
        ))}
      </ul>
      <div className={css['pair']}>
        <Select
          aria-label={t('outline.subtitle_language')}
          value={language}
          options={languages}
          onChange={setLanguage}
          style={{ minWidth: 140 }}
        />
        <Button loading={isBusy} onClick={choose}>
          {t(
            lesson.subtitles.some((one) => one.language === language)
              ? 'outline.replace_subtitles'
              : 'outline.add_subtitles',
          )}
        </Button>
      </div>
      {error ? (
        <p className="kk-error" role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
