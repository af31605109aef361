import { useState } from 'react';
import * as cards from '@kaike/shared/contracts/cards/cards';
import { call } from '../../../api/client.ts';
import { copyText } from '../../../app/components/copy-text.ts';
import { useT } from '../../../app/wording.ts';
import { useForm } from '../../../form/use-form.ts';
import { Button, Input } from '../../../kit/widgets.ts';
import css from './story/card-story.module.css';

/** Reveals the secret of one card after a reason is given; dropped when hidden. */
export function RevealSecret({ id }: { id: number }) {
  const t = useT();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm(cards.revealCardSecret.body, {
    initial: { reason: '' },
    label: () => t('card_story.reason_label'),
    prefix: 'reveal-',
    onSubmit: async ({ reason }) =>
      setSecret((await call(cards.revealCardSecret, { params: { id }, body: { reason: reason.trim() } })).secret),
  });
  const { id: inputId, label, value, error, onChange, onBlur } = form.text('reason');
  const hide = (): void => {
    setSecret(null);
    form.reset();
  };
  return (
    <section>
      <h3>{t('card_story.reveal')}</h3>
      {secret ? (
        <div className={css['secret']}>
          <code>{secret}</code>
          <Button onClick={() => void copyText(secret, t('card_story.copied'))}>{t('card_story.copy')}</Button>
          <Button onClick={hide}>{t('card_story.hide')}</Button>
        </div>
      ) : (
        <form className={css['secret']} noValidate onSubmit={form.onSubmit}>
          <Input
            id={inputId}
            aria-label={label}
            value={value}
            status={error ? 'error' : ''}
            maxLength={200}
            placeholder={t('card_story.reason_hint')}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
          <Button htmlType="submit" disabled={value.trim() === ''} loading={form.busy}>
            {t('card_story.reveal_run')}
          </Button>
        </form>
      )}
      {error ? (
        <p role="alert" className="kk-error">
          {error}
        </p>
      ) : null}
      <p className="kk-muted">{t('card_story.reveal_note')}</p>
    </section>
  );
}
