import { useQuery, useQueryClient } from '@tanstack/react-query';
import accountWords from 'virtual:locale/personage_admin';
import type { Profile } from '@kaike/shared/contracts/auth/personage';
import * as personage from '@kaike/shared/contracts/auth/personage';
import { formatDateTime } from '@kaike/shared/kit/format';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { loadUser } from '../../../app/session.ts';
import { toast } from '../../../app/toasts.ts';
import { useForm } from '../../../form/use-form.ts';
import { FieldBox } from '../../../kit/fields/field-box.tsx';
import { LoadError } from '../../../kit/load-error.tsx';
import { Button, Input, Skeleton } from '../../../kit/widgets.ts';
import { AvatarField } from './avatar-field.tsx';
import css from './admin-account.module.css';

const keys = ['name', 'mobile_phone', 'email', 'signature'] as const;
const skeletonRows = 17;
const profileKey = ['personage', 'profile'];
const inputModes = { name: 'text', mobile_phone: 'tel', email: 'email', signature: 'text' } as const;
const completions = { name: 'name', mobile_phone: 'tel', email: 'email', signature: 'off' };

function Fields({ profile }: { profile: Profile }) {
  const t = accountWords.useT();
  const client = useQueryClient();
  const form = useForm(personage.profileFields, {
    initial: profile,
    label: (key) => t(`personage_admin.${key}`),
    prefix: 'profile-',
    onSubmit: async (values) => {
      try {
        const answer = await call(personage.updateProfile, { body: values });
        client.setQueryData(profileKey, { profile: answer.profile });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'record.stale') throw error;
        await client.invalidateQueries({ queryKey: profileKey });
        return toast('warning', t('personage_admin.stale'));
      }
      form.reset();
      await loadUser(true);
      return toast('success', t('personage_admin.saved'));
    },
  });
  return (
    <form className="kk-narrow-form" noValidate onSubmit={form.onSubmit}>
      {keys.map((key) => {
        const { id, label, value, error, onChange, onBlur } = form.text(key);
        return (
          <FieldBox key={key} id={id} label={label} error={error} help={t(`personage_admin.help.${key}`)}>
            <Input
              id={id}
              value={value}
              inputMode={inputModes[key]}
              autoComplete={completions[key]}
              status={error ? 'error' : ''}
              onBlur={onBlur}
              onChange={(event) => onChange(event.target.value)}
            />
          </FieldBox>
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
  const { data, isError, error, refetch } = useQuery({
    queryKey: profileKey,
    queryFn: () => call(personage.getProfile, { in_place: true }),
  });
  if (isError) return <LoadError error={error} retry={() => void refetch()} />;
  // As high as the form, so that the section below keeps its place.
  if (!data) return <Skeleton active paragraph={{ rows: skeletonRows }} />;
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
