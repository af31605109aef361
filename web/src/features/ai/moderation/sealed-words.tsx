import type { aiModerations } from '@kaike/shared/resources/ai/ai-moderations';
import { useState } from 'react';
import aiWords from 'virtual:locale/ai_admin';
import * as aiModerationsApi from '@kaike/shared/contracts/ai/ai-moderations';
import { call } from '../../../api/client.ts';
import { RecordLink } from '../../../kit/detail/record-link.tsx';
import type { PanelProps } from '../../../kit/resource-view.ts';
import { ReadForReason } from '../chats/read-for-reason.tsx';
import css from './sealed-words.module.css';

/** Whose words they are, and behind a reason the words. */
export function SealedWords({ row }: PanelProps<typeof aiModerations>) {
  const t = aiWords.useT();
  const [words, setWords] = useState<{ text: string | null } | null>(null);
  return (
    <>
      <p>
        {t('ai_admin.moderation.learner')}{' '}
        <RecordLink resource="members" id={row.member_id}>
          {row.labels?.member_id}
        </RecordLink>
      </p>
      {words ? (
        <blockquote className={css['words']}>{words.text ?? t('ai_admin.moderation.gone')}</blockquote>
      ) : (
        <ReadForReason
          note={t('ai_admin.moderation.sealed')}
          label={t('ai_admin.moderation.read')}
          read={async (reason) =>
            setWords(await call(aiModerationsApi.revealModeration, { params: { id: row.id }, body: { reason } }))
          }
        />
      )}
    </>
  );
}
