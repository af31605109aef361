import { useState } from 'react';
import { revealSecret } from '@kaike/shared/contracts/cards';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { useT } from '../../app/wording.ts';
import { Button, Input } from '../../kit/widgets.ts';
import css from './story/card-story.module.css';

/** Reveals the secret of one card after a reason is given; dropped when hidden. */
export function RevealSecret({ id }: { id: number }) {
  const t = useT();
  const [reason, setReason] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const reveal = async (): Promise<void> => {
    setBusy(true);
    try {
      setSecret((await call(revealSecret, { params: { id }, body: { reason: reason.trim() } })).secret);
    } catch (error) {
      if (error instanceof ApiError && !error.handled) toast('error', error.message);
    } finally {
      setBusy(false);
    }
  };
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(secret ?? '');
    toast('success', t('card_story.copied'));
  };
  const hide = (): void => {
    setSecret(null);
    setReason('');
  };
  return (
    <section>
      <h3>{t('card_story.reveal')}</h3>
      {secret ? (
        <div className={css['secret']}>
          <code>{secret}</code>
          {'clipboard' in navigator ? <Button onClick={() => void copy()}>{t('card_story.copy')}</Button> : null}
          <Button onClick={hide}>{t('card_story.hide')}</Button>
        </div>
      ) : (
        <form
          className={css['secret']}
          onSubmit={(event) => {
            event.preventDefault();
            void reveal();
          }}
        >
          <Input
            aria-label={t('card_story.reason_label')}
            value={reason}
            maxLength={200}
            placeholder={t('card_story.reason_hint')}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button htmlType="submit" disabled={reason.trim() === ''} loading={busy}>
            {t('card_story.reveal_run')}
          </Button>
        </form>
      )}
      <p className="kk-muted">{t('card_story.reveal_note')}</p>
    </section>
  );
}
