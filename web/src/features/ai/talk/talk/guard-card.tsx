import { useEffect } from 'react';
import talkWords from 'virtual:locale/talk';
import { useTalkSettings } from '../talk.queries.ts';
import { stopReading } from '../voice/voice.ts';
import css from '../talk.module.css';

/** For a learner who seems to be in danger: words written by people, and the school's help lines. */
function Care() {
  const t = talkWords.useT();
  const lines = useTalkSettings().data?.help_lines ?? [];
  return (
    <div className={css['care']} role="alert">
      <strong>{t('talk.guard.care_title')}</strong>
      <p>{t('talk.guard.care')}</p>
      {lines.length > 0 ? (
        <>
          <p>{t('talk.guard.care_lines')}</p>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      ) : null}
      <p className={css['meta']}>{t('talk.guard.care_note')}</p>
    </div>
  );
}

/** In place of a reply that there is not: the learner's words were refused, or the reply was. */
export function GuardCard({ reason }: { reason: string | null }) {
  const t = talkWords.useT();
  // What was shown of it is taken back, and is not read to its end either.
  useEffect(() => void stopReading(), []);
  return (
    <li className={css['instead']}>
      {reason === 'care' ? (
        <Care />
      ) : (
        <p className={css['guard']} role="status">
          {t(reason === 'refused' ? 'talk.guard.refused' : 'talk.guard.blocked')}
        </p>
      )}
    </li>
  );
}
