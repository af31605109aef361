import { useState } from 'react';
import talkWords from 'virtual:locale/talk';
import type { TalkMessage } from '@kaike/shared/contracts/ai/ai-messages';
import * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import { reportReasonChoices } from '@kaike/shared/domain/ai/ai-chat';
import { call } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/fields.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import { toastError } from '../toast-error.ts';
import css from '../talk.module.css';

type Reason = (typeof reportReasonChoices)[number]['value'];

/** Tells the school that something is wrong with a line. */
export function ReportSheet({
  message,
  onClose,
  onChange,
}: {
  message: TalkMessage;
  onClose: () => void;
  onChange: (message: TalkMessage) => void;
}) {
  const t = talkWords.useT();
  const [reason, setReason] = useState<Reason>('wrong');
  const [remark, setRemark] = useState('');
  const send = async (): Promise<void> => {
    const body = { reason, remark };
    onChange((await call(aiMessages.reportReply, { params: { id: message.id }, body, quiet: true })).reply);
    toast('success', t('talk.report.sent'));
    onClose();
  };
  return (
    <Sheet open title={t('talk.report.title')} onClose={onClose} bottom closeLabel={t('talk.close')}>
      <fieldset className={css['choices']}>
        <legend className="visually-hidden">{t('talk.report.title')}</legend>
        {reportReasonChoices.map(({ value, key }) => (
          <label key={key}>
            <input type="radio" name="reason" checked={reason === value} onChange={() => setReason(value)} />
            {t(`talk.report.reasons.${key}`)}
          </label>
        ))}
      </fieldset>
      <TextField label={t('talk.report.remark')} value={remark} maxLength={200} onChange={setRemark} />
      <Button look="primary" onClick={() => void send().catch(toastError)}>
        {t('talk.report.send')}
      </Button>
    </Sheet>
  );
}
