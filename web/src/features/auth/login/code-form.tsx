import * as secondFactor from '@kaike/shared/contracts/auth/second-factor';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../api/client.ts';
import { useT } from '../../../app/wording.ts';
import { useForm } from '../../../form/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import css from './login.module.css';

const { code } = secondFactor.verifySecondFactor.body;

/** Asks for the second-factor code: from the authenticator or a recovery code. */
export function CodeForm({
  backUrl,
  done,
}: {
  backUrl: string;
  done: (answer: ResponseOf<typeof secondFactor.verifySecondFactor>) => void;
}) {
  const t = useT();
  const form = useForm(
    { code },
    {
      initial: { code: '' },
      label: () => t('auth.factor.code'),
      onSubmit: async (values) =>
        done(
          await call(secondFactor.verifySecondFactor, { body: { ...values, back_url: backUrl }, keeps_redirect: true }),
        ),
    },
  );
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <p className={css['muted']}>{t('auth.factor.hint')}</p>
      <TextField
        {...form.text('code')}
        icon="lock"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <Button type="submit" look="primary" block busy={form.busy}>
        {t('auth.login')}
      </Button>
    </form>
  );
}
