import { useState } from 'react';
import accountWords from 'virtual:locale/account';
import * as accountApi from '@kaike/shared/contracts/auth/account';
import { call } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { useSession } from '../../../../app/session.ts';
import { saveText } from '../../../../ui/save-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/parts.tsx';
import css from '../member-account.module.css';
import { toastError } from '../member-account.queries.ts';
import { LoadedAccount } from '../profile/loaded-account.tsx';
import { OwnerProof } from '../profile/owner-proof.tsx';

const points = ['what', 'form', 'care'];

/** A copy of everything stored about the learner, after proof of ownership. */
export function ExportDataPage() {
  const t = accountWords.useT();
  const number = useSession((state) => state.user?.member?.member_no ?? '');
  const [isReady, setReady] = useState(false);
  const save = async (pass: string): Promise<void> => {
    try {
      const { data } = await call(accountApi.exportOwnData, { body: { pass } });
      saveText(`${t('account.own_data.file')}-${number}.json`, JSON.stringify(data, null, 2));
      toast('success', t('account.own_data.done'));
      setReady(false);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <LoadedAccount title={t('account.own_data.title')}>
      {(account) => (
        <Card>
          {isReady ? (
            <>
              <h2>{t('account.mobile.step_owner')}</h2>
              <OwnerProof account={account} onProved={save} />
            </>
          ) : (
            <>
              <ul className={css['points']}>
                {points.map((key) => (
                  <li key={key}>{t(`account.own_data.points.${key}`)}</li>
                ))}
              </ul>
              <Button look="primary" block onClick={() => setReady(true)}>
                {t('account.own_data.submit')}
              </Button>
            </>
          )}
        </Card>
      )}
    </LoadedAccount>
  );
}
