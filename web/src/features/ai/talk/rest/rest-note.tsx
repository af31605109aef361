import { useEffect, useRef, useState } from 'react';
import talkWords from 'virtual:locale/talk';
import { Button } from '../../../../ui/button.tsx';
import { countTurn, type Sitting } from './rest.ts';
import css from '../talk.module.css';

/** Beyond a talk and a reload: several talks in a row are one sitting. */
const key = 'ai-talk-sitting';

function readSitting(): Sitting | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof value !== 'object' || value === null || !('since' in value) || !('last' in value)) return null;
    return { since: Number(value.since), last: Number(value.last) };
  } catch {
    return null;
  }
}

function saveSitting(sitting: Sitting): void {
  try {
    localStorage.setItem(key, JSON.stringify(sitting));
  } catch {
    // Without storage the sitting ends with the page.
  }
}

/** Reminds of a break, whoever talks; `turns` are the learner's so far. */
export function RestNote({ turns }: { turns: number }) {
  const t = talkWords.useT();
  const [isShown, setIsShown] = useState(false);
  const before = useRef(turns);
  useEffect(() => {
    if (turns <= before.current) return;
    before.current = turns;
    const { sitting, is_long } = countTurn(readSitting(), Date.now());
    saveSitting(sitting);
    if (is_long) setIsShown(true);
  }, [turns]);
  if (!isShown) return null;
  return (
    <div className={css['problem']} role="status">
      <div>
        <strong>{t('talk.rest.title')}</strong>
        <p>{t('talk.rest.text')}</p>
      </div>
      <Button onClick={() => setIsShown(false)}>{t('talk.rest.ok')}</Button>
    </div>
  );
}
