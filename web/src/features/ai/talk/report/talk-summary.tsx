import talkWords from 'virtual:locale/talk';
import type { TalkSummary } from '@kaike/shared/contracts/ai/ai-talk';
import { Skeleton } from '../../../../ui/parts.tsx';
import { Chinese } from '../chinese.tsx';
import css from '../talk.module.css';

/** What a chat service wrote of the talk, labelled as such; nothing where none did. */
export function SummaryCard({ written }: { written: TalkSummary }) {
  const t = talkWords.useT();
  if (written.state === 'none') return null;
  return (
    <section aria-busy={written.state === 'waiting'}>
      <h2>{t('talk.done.summary')}</h2>
      {written.state === 'waiting' ? (
        <>
          <p className={css['meta']} role="status">
            {t('talk.done.summary_waiting')}
          </p>
          <Skeleton height={72} />
        </>
      ) : (
        <>
          <p>
            <Chinese>{written.summary}</Chinese>
          </p>
          <p>
            {t('talk.done.advice')}
            <Chinese>{written.advice}</Chinese>
          </p>
          <p className={css['meta']}>{t('talk.done.summary_note')}</p>
        </>
      )}
    </section>
  );
}
