import { useState } from 'react';
import { useNavigate } from 'react-router';
import talkWords from 'virtual:words/talk';
import { reportMessage, type TalkMessage } from '@kaike/shared/contracts/ai-messages';
import { reportReasonChoices } from '@kaike/shared/domain/ai/ai-chat';
import { call } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { showError } from '../show-error.ts';
import type { TalkSession } from '../session/talk-session.ts';
import type { TalkState } from '../session/talk-state.ts';
import css from '../talk.module.css';

/** The talk is held by another page or device: continue here, or leave it there. */
export function ElsewhereSheet({ session, state: { phase, chat } }: { session: TalkSession; state: TalkState }) {
  const t = talkWords.useT();
  const navigate = useNavigate();
  return (
    <Sheet open={phase === 'elsewhere'} title={t('talk.elsewhere.title')} onClose={null} bottom>
      <p>{chat?.held_by ? t('talk.elsewhere.text', { device: chat.held_by }) : t('talk.elsewhere.text_unknown')}</p>
      <div className={css['row']}>
        <Button onClick={() => void navigate('/home/ai-teacher')}>{t('talk.elsewhere.leave')}</Button>
        <Button look="primary" onClick={() => void session.takeOver()}>
          {t('talk.elsewhere.take_over')}
        </Button>
      </div>
    </Sheet>
  );
}

/** Finishing cannot be undone. */
export function FinishSheet({
  session,
  chat_id: id,
  open,
  onClose,
}: {
  session: TalkSession;
  chat_id: number;
  open: boolean;
  onClose: () => void;
}) {
  const t = talkWords.useT();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const finish = async (): Promise<void> => {
    setIsBusy(true);
    const isDone = await session.finish();
    setIsBusy(false);
    if (isDone) void navigate(`/home/ai-teacher/talks/${id}/report`, { replace: true });
    else onClose();
  };
  return (
    <Sheet open={open} title={t('talk.finish.title')} onClose={onClose} bottom close_label={t('talk.close')}>
      <p>{t('talk.finish.text')}</p>
      <div className={css['row']}>
        <Button onClick={onClose}>{t('talk.finish.cancel')}</Button>
        <Button look="primary" busy={isBusy} onClick={() => void finish()}>
          {t('talk.finish.confirm')}
        </Button>
      </div>
    </Sheet>
  );
}

type Reason = (typeof reportReasonChoices)[number]['value'];

/** Tells the school that something is wrong with a line. */
export function ReportSheet({
  message,
  onClose,
  onChange,
}: {
  message: TalkMessage | null;
  onClose: () => void;
  onChange: (message: TalkMessage) => void;
}) {
  const t = talkWords.useT();
  const [reason, setReason] = useState<Reason>('wrong');
  const [remark, setRemark] = useState('');
  const send = async (): Promise<void> => {
    if (!message) return;
    const body = { reason, remark };
    onChange((await call(reportMessage, { params: { id: message.id }, body, quiet: true })).reply);
    toast('success', t('talk.report.sent'));
    onClose();
  };
  return (
    <Sheet
      open={message !== null}
      title={t('talk.report.title')}
      onClose={onClose}
      bottom
      close_label={t('talk.close')}
    >
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
      <Button look="primary" onClick={() => void send().catch(showError)}>
        {t('talk.report.send')}
      </Button>
    </Sheet>
  );
}
