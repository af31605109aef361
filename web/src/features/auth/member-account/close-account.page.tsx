import { useState } from 'react';
import accountWords from 'virtual:locale/account';
import * as accountApi from '@kaike/shared/contracts/auth/account';
import { useDates } from '../../../app/dates.ts';
import { call } from '../../../api/client.ts';
import { forgetUser } from '../../../app/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields.tsx';
import { Card, EmptyState } from '../../../ui/parts.tsx';
import css from './member-account.module.css';
import { toastError } from './member-account.queries.ts';
import { LoadedAccount } from './profile/loaded-account.tsx';
import { OwnerProof } from './profile/owner-proof.tsx';

const points = ['courses', 'records', 'wait', 'erase'];

function Warning({ onAgreed }: { onAgreed: () => void }) {
  const t = accountWords.useT();
  const [isAgreed, setIsAgreed] = useState(false);
  return (
    <Card>
      <h2>{t('account.close.warning')}</h2>
      <ul className={css['points']}>
        {points.map((key) => (
          <li key={key}>{t(`account.close.points.${key}`)}</li>
        ))}
      </ul>
      <Checkbox checked={isAgreed} onChange={setIsAgreed}>
        {t('account.close.agree')}
      </Checkbox>
      <Button look="danger" block disabled={!isAgreed} onClick={onAgreed}>
        {t('account.close.submit')}
      </Button>
    </Card>
  );
}

/** Closing the account: consequences, proof of ownership, and the days in which it can be undone. */
export function CloseAccountPage() {
  const dates = useDates();
  const t = accountWords.useT();
  const [isAgreed, setIsAgreed] = useState(false);
  const [eraseAt, setEraseAt] = useState('');
  const close = async (pass: string): Promise<void> => {
    try {
      setEraseAt((await call(accountApi.closeAccount, { body: { pass }, keeps_redirect: true })).erase_at);
    } catch (error) {
      toastError(error);
    }
  };
  const leave = (): void => {
    forgetUser();
    location.assign('/open/login');
  };
  if (eraseAt)
    return (
      <EmptyState
        icon="log-out"
        heading="h1"
        title={t('account.close.done')}
        text={t('account.close.done_text', { time: dates.minute(eraseAt) })}
        action={
          <Button look="primary" onClick={leave}>
            {t('account.close.to_login')}
          </Button>
        }
      />
    );
  return (
    <LoadedAccount title={t('account.close.title')}>
      {(account) =>
        isAgreed ? (
          <Card>
            <h2>{t('account.mobile.step_owner')}</h2>
            <OwnerProof account={account} onProved={close} />
          </Card>
        ) : (
          <Warning onAgreed={() => setIsAgreed(true)} />
        )
      }
    </LoadedAccount>
  );
}
