import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import accountWords from 'virtual:words/personage_admin';
import { getProfile, profileFields, putProfile, type Profile } from '@kaike/shared/contracts/personage';
import { formatDateTime } from '@kaike/shared/kit/format';
import { readInput } from '@kaike/shared/kit/read-input';
import { failureMessage } from '@kaike/shared/rules/failure-message';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { loadUser } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { LoadError } from '../../kit/load-error.tsx';
import { Button, Input, Skeleton } from '../../kit/widgets.ts';
import { AvatarField } from './avatar-field.tsx';
import css from './personage.module.css';

const keys = ['name', 'mobile_phone', 'email', 'signature'] as const;
type Values = Pick<Profile, (typeof keys)[number]>;
const profileKey = ['personage', 'profile'];
const inputModes = { name: 'text', mobile_phone: 'tel', email: 'email', signature: 'text' } as const;
const completions = { name: 'name', mobile_phone: 'tel', email: 'email', signature: 'off' };

function useProfileForm(profile: Profile) {
  const t = accountWords.useT();
  const client = useQueryClient();
  const [changes, setChanges] = useState<Partial<Values>>({});
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [busy, setBusy] = useState(false);
  const values: Values = { ...profile, ...changes };
  const problems = (): Record<string, string[]> =>
    Object.fromEntries(
      Object.entries(readInput(profileFields, values).failures).map(([key, failures]) => [
        key,
        failures.map((one) => failureMessage(t, one, t(`personage_admin.${key}`))),
      ]),
    );
  const show = (errorsByField: Record<string, string[]>): void => {
    setErrors(errorsByField);
    const first = keys.find((key) => errorsByField[key]?.length);
    if (first) document.getElementById(`profile-${first}`)?.focus();
  };
  const save = async (): Promise<void> => {
    const errorsByField = problems();
    show(errorsByField);
    if (Object.keys(errorsByField).length > 0) return;
    setBusy(true);
    try {
      const answer = await call(putProfile, { body: { ...values, version: profile.version } });
      client.setQueryData(profileKey, { profile: answer.profile });
      setChanges({});
      await loadUser(true);
      toast('success', t('personage_admin.saved'));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'record.stale') {
        await client.invalidateQueries({ queryKey: profileKey });
        toast('warning', t('personage_admin.stale'));
      } else if (Object.keys(error.errors).length > 0) show(error.errors);
      else if (!error.handled) toast('error', error.message);
    } finally {
      setBusy(false);
    }
  };
  const set = (key: keyof Values, value: string): void => {
    setChanges((old) => ({ ...old, [key]: value }));
    setErrors((old) => ({ ...old, [key]: [] }));
  };
  const check = (key: keyof Values): void => setErrors((old) => ({ ...old, [key]: problems()[key] ?? [] }));
  return { values, errors, busy, save, set, check };
}

function Fields({ profile }: { profile: Profile }) {
  const t = accountWords.useT();
  const form = useProfileForm(profile);
  return (
    <form
      className="kk-narrow-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      {keys.map((key) => {
        const error = form.errors[key]?.[0];
        return (
          <div className="kk-field" key={key}>
            <label htmlFor={`profile-${key}`}>{t(`personage_admin.${key}`)}</label>
            <Input
              id={`profile-${key}`}
              value={form.values[key] ?? ''}
              inputMode={inputModes[key]}
              autoComplete={completions[key]}
              status={error ? 'error' : ''}
              onBlur={() => form.check(key)}
              onChange={(event) => form.set(key, event.target.value)}
            />
            <div className={error ? 'kk-error' : 'kk-help'} role={error ? 'alert' : undefined}>
              {error ?? t(`personage_admin.help.${key}`)}
            </div>
          </div>
        );
      })}
      <Button type="primary" htmlType="submit" loading={form.busy}>
        {t('personage_admin.save')}
      </Button>
    </form>
  );
}

/** The person's profile. */
export function ProfileForm() {
  const t = accountWords.useT();
  const { data, isError, error, refetch } = useQuery({ queryKey: profileKey, queryFn: () => call(getProfile) });
  if (isError) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const { profile } = data;
  return (
    <>
      <AvatarField />
      <dl className={css['facts']}>
        <div>
          <dt>{t('personage_admin.username')}</dt>
          <dd>{profile.username ?? '–'}</dd>
        </div>
        <div>
          <dt>{t('personage_admin.roles')}</dt>
          <dd>{profile.roles.join('，') || '–'}</dd>
        </div>
        <div>
          <dt>{t('personage_admin.last_login')}</dt>
          <dd>
            {profile.last_login_at
              ? `${formatDateTime(profile.last_login_at).slice(0, 16)} ${profile.last_login_ip ?? ''}`
              : '–'}
          </dd>
        </div>
      </dl>
      <Fields profile={profile} />
    </>
  );
}
