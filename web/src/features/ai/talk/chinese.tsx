import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import talkWords from 'virtual:locale/talk';
import { useChineseLang } from '../../../app/wording.ts';
import { chineseStore } from './home/chinese-store.ts';
import css from './talk.module.css';

/** Help in the learner's own language, on pages of any language. Who wants to do without sees it after a tap. */
export function Chinese({ children, look = 'plain' }: { children: ReactNode; look?: 'plain' | 'meta' }) {
  const t = talkWords.useT();
  const lang = useChineseLang();
  const isOn = useStore(chineseStore, (state) => state.is_on);
  const [isShown, setIsShown] = useState(false);
  if (!isOn && !isShown)
    return (
      <button type="button" className={css['tool']} onClick={() => setIsShown(true)}>
        {t('talk.chinese.show')}
      </button>
    );
  return (
    <span className={look === 'meta' ? css['meta'] : undefined} lang={lang}>
      {children}
    </span>
  );
}
