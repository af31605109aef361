import { useState } from 'react';
import aiWords from 'virtual:locale/ai_admin';
import { ReasonDialog } from '../../../kit/form/reason-dialog.tsx';
import { Button } from '../../../kit/widgets.ts';

/** Private words behind a button that asks for a reason, which is logged. */
export function ReadForReason({
  note,
  label,
  read,
}: {
  note: string;
  label: string;
  read: (reason: string) => Promise<void>;
}) {
  const t = aiWords.useT();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <p className="kk-muted">{note}</p>
      <p style={{ marginBlockStart: 12 }}>
        <Button onClick={() => setIsAsking(true)}>{label}</Button>
      </p>
      {isAsking ? (
        <ReasonDialog
          title={label}
          text={<span className="kk-muted">{t('ai_admin.reading.hint')}</span>}
          label={t('ai_admin.reading.why')}
          ok={label}
          close={() => setIsAsking(false)}
          run={read}
        />
      ) : null}
    </>
  );
}
