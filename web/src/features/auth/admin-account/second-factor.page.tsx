import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import accountWords from 'virtual:locale/personage_admin';
import type { SecondFactor } from '@kaike/shared/contracts/auth/second-factor';
import * as secondFactor from '@kaike/shared/contracts/auth/second-factor';
import { formatDateTime } from '@kaike/shared/kit/format';
import { call } from '../../../api/client.ts';
import { loadUser, startOf, useSession } from '../../../app/session.ts';
import { toast } from '../../../app/toasts.ts';
import { useForm } from '../../../form/use-form.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import { Alert, Button, Skeleton } from '../../../kit/widgets.ts';
import { FactorInput } from './factor-input.tsx';
import css from './admin-account.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ScanSecret } from './scan-secret.tsx';

const factorKey = ['personage', 'second-factor'];
type Secret = { secret: string; uri: string };

type Proof = { factor: SecondFactor; began: (secret: Secret) => void; renewed: (codes: string[]) => void };

function ProofForm({ factor, began, renewed }: Proof) {
  const t = accountWords.useT();
  const client = useQueryClient();
  const form = useForm(secondFactor.startSecondFactor.body, {
    initial: { password: '', code: '' },
    label: (key) => t(`personage_admin.factor.${key}`),
    prefix: 'factor-',
    onSubmit: async (body) => began(await call(secondFactor.startSecondFactor, { body })),
  });
  const renew = (): Promise<void> =>
    form.submit(async ({ code }) =>
      renewed((await call(secondFactor.renewRecoveryCodes, { body: { code } })).recovery_codes),
    );
  const end = (): Promise<void> =>
    form.submit(async ({ code }) => {
      const { second_factor: after, message } = await call(secondFactor.disableSecondFactor, { body: { code } });
      client.setQueryData(factorKey, { second_factor: after });
      toast('success', message);
    });
  return (
    <form className="kk-narrow-form" noValidate onSubmit={form.onSubmit}>
      {factor.has_password ? (
        <FactorInput
          {...form.text('password')}
          help={t(factor.is_on ? 'personage_admin.factor.password_change' : 'personage_admin.factor.password_help')}
          isPassword
        />
      ) : null}
      {factor.is_on ? <FactorInput {...form.text('code')} help={t('personage_admin.factor.code_help')} /> : null}
      <div className={css['actions']}>
        <Button type={factor.is_on ? 'default' : 'primary'} htmlType="submit" loading={form.busy}>
          {t(factor.is_on ? 'personage_admin.factor.change' : 'personage_admin.factor.begin')}
        </Button>{' '}
        {factor.is_on ? (
          <Button loading={form.busy} onClick={() => void renew()}>
            {t('personage_admin.factor.renew')}
          </Button>
        ) : null}{' '}
        {factor.is_on && !factor.is_demanded ? (
          <Button danger loading={form.busy} onClick={() => void end()}>
            {t('personage_admin.factor.end')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function State({ factor }: { factor: SecondFactor }) {
  const t = accountWords.useT();
  const mustEnrol = useSession((state) => state.user?.must_enrol ?? false);
  return (
    <>
      {mustEnrol && !factor.is_on ? (
        <Alert type="warning" showIcon title={t('personage_admin.factor.must')} style={{ marginBottom: 16 }} />
      ) : null}
      <p>
        {t(factor.is_on ? 'personage_admin.factor.is_on' : 'personage_admin.factor.is_off', {
          time: factor.confirmed_at ? formatDateTime(factor.confirmed_at).slice(0, 16) : '',
        })}
      </p>
      <p className="kk-muted">
        {factor.is_on
          ? t('personage_admin.factor.left', { count: factor.recovery_left })
          : t('personage_admin.factor.about')}
      </p>
    </>
  );
}

/** The second factor: set up, change, switch off. */
export function SecondFactorPage() {
  const t = accountWords.useT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data, isError, refetch } = useQuery({
    queryKey: factorKey,
    queryFn: () => call(secondFactor.getSecondFactor, { in_place: true }),
  });
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (isError) return <LoadError retry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const { second_factor: factor } = data;
  const finish = async (): Promise<void> => {
    setCodes(null);
    const mustEnrol = useSession.getState().user?.must_enrol ?? false;
    const [user] = await Promise.all([loadUser(true), client.invalidateQueries({ queryKey: factorKey })]);
    if (mustEnrol) void navigate(startOf(user));
  };
  const confirmed = (newCodes: string[]): void => {
    setSecret(null);
    setCodes(newCodes);
  };
  return (
    <>
      <PageTitle title={t('personage_admin.factor.title')} />
      <section className={`kk-panel kk-padded ${css['factor']}`}>
        {codes ? (
          <RecoveryCodes codes={codes} done={() => void finish()} />
        ) : secret ? (
          <ScanSecret {...secret} confirmed={confirmed} cancel={() => setSecret(null)} />
        ) : (
          <>
            <State factor={factor} />
            <ProofForm factor={factor} began={setSecret} renewed={setCodes} />
          </>
        )}
      </section>
    </>
  );
}
