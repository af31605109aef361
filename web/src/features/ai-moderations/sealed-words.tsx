import type { aiModerations } from '@kaike/shared/resources/ai-moderations';
import { useState } from 'react';
import aiWords from 'virtual:words/ai_admin';
import { revealModeration } from '@kaike/shared/contracts/ai-moderations';
import { call } from '../../api/client.ts';
import type { PanelProps } from '../../kit/resource-view.ts';
import { ReadForReason } from '../ai-chats/read-for-reason.tsx';

/** The words of an entry. */
export function SealedWords({ row }: PanelProps<typeof aiModerations>) {
  const t = aiWords.useT();
  const [words, setWords] = useState<{ text: string | null } | null>(null);
  if (words) return <p style={{ whiteSpace: 'pre-wrap' }}>{words.text ?? t('ai_admin.moderation.gone')}</p>;
  return (
    <ReadForReason
      note={t('ai_admin.moderation.sealed')}
      label={t('ai_admin.moderation.read')}
      read={async (reason) => setWords(await call(revealModeration, { params: { id: row.id }, body: { reason } }))}
    />
  );
}
