import { useState } from 'react';
import { useNavigate } from 'react-router';
import talkWords from 'virtual:locale/talk';
import { Button } from '../../../../ui/button.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
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
  chatId: id,
  open,
  onClose,
}: {
  session: TalkSession;
  chatId: number;
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
    <Sheet open={open} title={t('talk.finish.title')} onClose={onClose} bottom closeLabel={t('talk.close')}>
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
