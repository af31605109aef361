import type { aiModerations } from '@kaike/shared/resources/ai-moderations';
import { useState } from 'react';
import aiWords from 'virtual:words/ai_admin';
import { revealModeration } from '@kaike/shared/contracts/ai-moderations';
import { call } from '../../api/client.ts';
import { ReasonDialog } from '../../kit/form/reason-dialog.tsx';
import type { PanelProps } from '../../kit/resource-view.ts';
import { Button } from '../../kit/widgets.ts';

/** The words of an entry, shown for a reason that is logged. */
export function SealedWords({ row }: PanelProps<typeof aiModerations>) {
  const t = aiWords.useT();
  const [isAsking, setIsAsking] = useState(false);
  const [words, setWords] = useState<{ text: string | null } | null>(null);
  const read = async (reason: string): Promise<void> => {
    setWords(await call(revealModeration, { params: { id: row.id }, body: { reason } }));
    setIsAsking(false);
  };
  if (words) return <p style={{ whiteSpace: 'pre-wrap' }}>{words.text ?? t('ai_admin.moderation.gone')}</p>;
  return (
    <>
      <p className="kk-muted">{t('ai_admin.moderation.sealed')}</p>
      <Button onClick={() => setIsAsking(true)}>{t('ai_admin.moderation.read')}</Button>
      {isAsking ? (
        <ReasonDialog
          title={t('ai_admin.moderation.read')}
          text={<span className="kk-muted">{t('ai_admin.moderation.hint')}</span>}
          label={t('ai_admin.moderation.why')}
          ok={t('ai_admin.moderation.read')}
          close={() => setIsAsking(false)}
          run={read}
        />
      ) : null}
    </>
  );
}
