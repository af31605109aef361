import { useState } from 'react';
import { Link } from 'react-router';
import { field } from '@kaike/shared/kit/field';
import { useT } from '../../../app/wording.ts';
import { useForm } from '../../../form/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/fields.tsx';
import css from './login.module.css';
import { Agree } from './joining/agree.tsx';

type Proof = { password: string } | { new_account: true; agree: boolean };
type Props = {
  /** Sends again what was refused, with this beside it. */
  send: (proof: Proof) => Promise<void>;
  /** Whether the account's password may be entered here; otherwise it logs in by itself. */
  takesPassword: boolean;
  mayRegister: boolean;
  back: () => void;
};

const passwordFields = { password: field.password({ rules: 'required|max:72' }) };
const agreeFields = { agree: field.boolean({ rules: 'agree' }) };

function OwnPassword({ send }: Pick<Props, 'send'>) {
  const t = useT();
  const form = useForm(passwordFields, {
    initial: { password: '' },
    label: (key) => t(`auth.fields.${key}`),
    onSubmit: send,
  });
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <PasswordField
        {...form.text('password')}
        icon="lock"
        autoComplete="current-password"
        reveal={t('auth.reveal')}
        autoFocus
      />
      <div className={css['row']}>
        <Link className={css['link']} to="/open/password">
          {t('auth.forgot')}
        </Link>
      </div>
      <Button type="submit" look="primary" block busy={form.busy}>
        {t('auth.login')}
      </Button>
    </form>
  );
}

function NewAccount({ send }: Pick<Props, 'send'>) {
  const t = useT();
  const form = useForm(agreeFields, {
    initial: { agree: false },
    label: (key) => t(`auth.fields.${key}`),
    onSubmit: ({ agree }) => send({ new_account: true, agree }),
  });
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <p className={css['muted']} role="alert">
        {t('auth.idle.new_text')}
      </p>
      <Agree form={form} />
      <Button type="submit" look="primary" block busy={form.busy}>
        {t('auth.idle.create')}
      </Button>
    </form>
  );
}

/** After a code to the number of an account that nobody has used for long: its owner proves it otherwise, whoever else has the number begins anew. */
export function IdleNumber({ send, takesPassword, mayRegister, back }: Props) {
  const t = useT();
  const [isNew, setNew] = useState(!takesPassword && mayRegister);
  return (
    <section className={css['idle']} aria-labelledby="idle-number">
      <h2 id="idle-number">{t('auth.idle.title')}</h2>
      {/* Whoever begins anew needs no password of an account that is not theirs. */}
      {isNew && takesPassword ? null : (
        <p className={css['muted']} role="alert">
          {t('auth.idle.text')}
        </p>
      )}
      {isNew ? <NewAccount send={send} /> : takesPassword ? <OwnPassword send={send} /> : null}
      {mayRegister && !isNew ? (
        <p className={css['foot']}>
          <button type="button" className={css['plain']} onClick={() => setNew(true)}>
            {t('auth.idle.not_mine')}
          </button>
        </p>
      ) : null}
      <Button look="ghost" block onClick={isNew && takesPassword ? () => setNew(false) : back}>
        {t('auth.idle.back')}
      </Button>
    </section>
  );
}
