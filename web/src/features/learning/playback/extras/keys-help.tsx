import { Fragment, useEffect, useState } from 'react';
import lessonWords from 'virtual:locale/lesson';
import { Sheet } from '../../../../ui/sheet.tsx';
import { isTyping } from '../player/hooks/use-player-keys.ts';
import css from './extras.module.css';

const keys = [
  ['play', [' ', 'K']],
  ['skip', ['←', '→']],
  ['volume', ['↑', '↓']],
  ['mute', ['M']],
  ['speed', ['<', '>']],
  ['subtitles', ['C']],
  ['full', ['F']],
  ['theatre', ['T']],
  ['note', ['N']],
  ['help', ['?']],
] as const;

/** Lists the keyboard shortcuts, shown to people with a keyboard; the question mark opens it as well. */
export function KeysHelp() {
  const t = lessonWords.useT();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key !== '?' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        event.defaultPrevented
      )
        return;
      event.preventDefault();
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined); // The list is shown over the page, not over the video.
      setIsOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button type="button" className={`${css['small']} ${css['help']}`} onClick={() => setIsOpen(true)}>
        {t('lesson.keys.title')}
        <kbd className={css['key']}>?</kbd>
      </button>
      <Sheet
        open={isOpen}
        title={t('lesson.keys.title')}
        onClose={() => setIsOpen(false)}
        closeLabel={t('common.close')}
      >
        <dl className={css['keys']}>
          {keys.map(([name, pressed]) => (
            <Fragment key={name}>
              <dt>
                {pressed.map((key) => (
                  <kbd key={key} className={css['key']}>
                    {key === ' ' ? t('lesson.keys.space') : key}
                  </kbd>
                ))}
              </dt>
              <dd>{t(`lesson.keys.${name}`)}</dd>
            </Fragment>
          ))}
        </dl>
      </Sheet>
    </>
  );
}
