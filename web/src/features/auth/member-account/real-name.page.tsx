import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import accountWords from 'virtual:locale/account';
import type { Account } from '@kaike/shared/contracts/auth/account';
import * as accountApi from '@kaike/shared/contracts/auth/account';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { needsGuardian } from '@kaike/shared/domain/people/id-card';
import { authStatus } from '@kaike/shared/domain/people/people';
import { field } from '@kaike/shared/kit/field';
import { call } from '../../../api/client.ts';
import { useForm } from '../../../form/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, TextField } from '../../../ui/fields.tsx';
import { Card } from '../../../ui/parts.tsx';
import { DocumentLink } from '../login/public.ts';
import css from './member-account.module.css';
import { OpenFaceCheck } from './real-name/open-face-check.tsx';
import { isOutOfPlace, startFace, useMatchFace } from './real-name/start-face.ts';
import { accountKey, useChanged } from './member-account.queries.ts';
import { LoadedAccount } from './profile/loaded-account.tsx';

/** Whether a whole number was entered, and it is a child's. */
const isChild = (idCard: string): boolean => /^\d{17}[\dXx]$/.test(idCard) && needsGuardian(idCard, dayOf(new Date()));

const fieldsOf = ({ id_card }: { id_card: string }) => ({
  ...accountApi.requestReview.body,
  guardian_consent: field.boolean(isChild(id_card) ? { rules: 'agree' } : { initial: false }),
});

function IdentityForm({ account }: { account: Account }) {
  const t = accountWords.useT();
  const changed = useChanged();
  const client = useQueryClient();
  const review = useForm(fieldsOf, {
    initial: {
      real_name: account.pending_name ?? account.real_name,
      id_card: '',
      consent: false,
      guardian_consent: false,
    },
    label: (key) => t(`account.fields.${key}`),
    onSubmit: async (values) => changed(await call(accountApi.requestReview, { body: values })),
  });
  const match = useMatchFace();
  const { face } = account;
  const mayCompare = face !== null && !isOutOfPlace(face);
  const compare = (): Promise<void> =>
    review.submit(async (values) => {
      if (!face) return;
      const certifyId = await startFace(face, values, t);
      // The account then holds the open check, which this page shows.
      if (certifyId === null) await client.invalidateQueries({ queryKey: accountKey });
      else await match(certifyId);
    });
  return (
    <form noValidate onSubmit={review.onSubmit}>
      <TextField {...review.text('real_name')} icon="user" autoComplete="name" />
      <TextField
        {...review.text('id_card')}
        icon="shield"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={18}
      />
      <Checkbox
        id="f-consent"
        checked={review.values.consent}
        onChange={(checked) => review.set('consent', checked)}
        error={review.errors['consent'] ? t('account.real.consent_needed') : undefined}
      >
        {t(mayCompare ? 'account.real.consent' : 'account.real.consent_manual')}
        {t('account.real.consent_see')}
        <DocumentLink name="privacy" />
      </Checkbox>
      {isChild(review.values.id_card) ? (
        <Checkbox
          id="f-guardian_consent"
          checked={review.values.guardian_consent}
          onChange={(checked) => review.set('guardian_consent', checked)}
          error={review.errors['guardian_consent'] ? t('account.real.guardian_needed') : undefined}
        >
          {t(mayCompare ? 'account.real.guardian' : 'account.real.guardian_manual')}
        </Checkbox>
      ) : null}
      <div className={css['grid']}>
        {face && !mayCompare ? <p className={css['muted']}>{t('account.real.outside_wechat')}</p> : null}
        {face?.provider === 'local' ? <p className={css['muted']}>{t('account.real.simulated')}</p> : null}
        {mayCompare ? (
          <Button look="primary" block disabled={review.busy} onClick={() => void compare()}>
            {t('account.real.face')}
          </Button>
        ) : null}
        <Button type="submit" look={mayCompare ? 'plain' : 'primary'} block busy={review.busy}>
          {t('account.real.manual')}
        </Button>
      </div>
    </form>
  );
}

/** Under review there is nothing to enter, except to correct a typing mistake. */
function Ask({ account }: { account: Account }) {
  const t = accountWords.useT();
  const { face, face_check: check } = account;
  const [isOpen, setIsOpen] = useState(account.is_auth !== authStatus.pending && check === null);
  if (face && check && !isOpen)
    return <OpenFaceCheck provider={face.provider} check={check} leave={() => setIsOpen(true)} />;
  return isOpen ? (
    <IdentityForm account={account} />
  ) : (
    <Button onClick={() => setIsOpen(true)}>{t('account.real.again')}</Button>
  );
}

const states: Readonly<Record<number, string>> = {
  [authStatus.pending]: 'pending',
  [authStatus.failed]: 'failed',
  [authStatus.passed]: 'passed',
};

/** Real-name verification: by face where available, else reviewed by the school. */
export function RealNamePage() {
  const t = accountWords.useT();
  return (
    <LoadedAccount title={t('account.real.title')}>
      {(account) => (
        <Card>
          {states[account.is_auth] ? (
            <p role="status">
              {t(`account.real.${states[account.is_auth]}`)}
              {account.refusal ? t('account.real.refusal', { reason: account.refusal }) : ''}
            </p>
          ) : null}
          {account.pending_last4 ? (
            <p className={css['muted']}>
              {account.pending_name} {t('account.real.card', { last4: account.pending_last4 })}
            </p>
          ) : null}
          {account.id_card_last4 ? (
            <p className={css['muted']}>
              {account.real_name} {t('account.real.card', { last4: account.id_card_last4 })}
            </p>
          ) : null}
          <p className={css['muted']}>{t('account.real.why')}</p>
          {account.is_auth === authStatus.passed ? null : (
            <Ask key={`${account.version} ${account.face_check?.certify_id ?? ''}`} account={account} />
          )}
        </Card>
      )}
    </LoadedAccount>
  );
}
