import { useState } from 'react';
import { useNavigate } from 'react-router';
import accountWords from 'virtual:locale/account';
import * as accountApi from '@kaike/shared/contracts/auth/account';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { Support } from '../../../app/components/support.tsx';
import { useSends } from '../../../app/config.ts';
import { loadUser } from '../../../app/session.ts';
import { useForm } from '../../../form/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Card } from '../../../ui/parts.tsx';
import { useChanged } from './member-account.queries.ts';
import { LoadedAccount } from './profile/loaded-account.tsx';
import { OwnerProof, useSendCode } from './profile/owner-proof.tsx';

const { pass: _pass, ...fields } = accountApi.updateMobile.body;

function NewNumber({ pass, expired }: { pass: string; expired: () => void }) {
  const t = accountWords.useT();
  const navigate = useNavigate();
  const changed = useChanged();
  const code = useSendCode();
  const form = useForm(fields, {
    initial: { mobile_phone: '', message_code: '' },
    label: (key) => t(`account.fields.${key}`),
    onSubmit: async (values) => {
      try {
        changed(await call(accountApi.updateMobile, { body: { ...values, pass } }));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'account.pass_over') expired();
        throw error;
      }
      await loadUser(true);
      void navigate('/home/personage/index', { replace: true });
    },
  });
  const send = async (): Promise<number | null> =>
    form.validate(['mobile_phone'])
      ? code.send({ purpose: 'update_mobile', mobile_phone: form.values.mobile_phone })
      : null;
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <TextField {...form.text('mobile_phone')} icon="phone" type="tel" inputMode="numeric" autoComplete="tel" />
      <CodeField
        {...form.text('message_code')}
        icon="shield"
        storageKey="wait:update_mobile"
        send={send}
        sendLabel={t('auth.send_code')}
        waitLabel={(seconds) => t('auth.wait', { seconds })}
      />
      <Button type="submit" look="primary" block busy={form.busy}>
        {t('account.mobile.submit')}
      </Button>
      {code.dialog}
    </form>
  );
}

/** Changes the mobile number: first proof of ownership, then of the new number. */
export function UpdateMobilePage() {
  const t = accountWords.useT();
  const [pass, setPass] = useState('');
  const sendsSms = useSends('update_mobile');
  return (
    <LoadedAccount title={t('account.mobile.title')}>
      {(account) =>
        sendsSms ? (
          <Card>
            <h2>{t(pass ? 'account.mobile.step_new' : 'account.mobile.step_owner')}</h2>
            {pass ? (
              <NewNumber pass={pass} expired={() => setPass('')} />
            ) : (
              <OwnerProof account={account} onProved={setPass} />
            )}
          </Card>
        ) : (
          <Card>
            <p role="status">{t('account.mobile.unsent')}</p>
            <Support />
          </Card>
        )
      }
    </LoadedAccount>
  );
}
