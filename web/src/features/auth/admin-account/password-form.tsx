import { Alert, Button, Input } from '../../../kit/widgets.ts';
import type { ReactNode } from 'react';
import * as changePassword from '@kaike/shared/contracts/auth/change-password';
import { call } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { loadUser, useSession } from '../../../app/session.ts';
import { useT } from '../../../app/wording.ts';
import { useForm } from '../../../form/use-form.ts';
import { FieldBox } from '../../../kit/fields/field-box.tsx';

const keys = ['old_password', 'password', 'password_confirmation'] as const;
const labels = {
  old_password: 'admin.old_password',
  password: 'admin.new_password',
  password_confirmation: 'admin.confirm_password',
};

/** Changes the administrator's own password; the first one must be changed before anything else. */
export function PasswordForm({ done, meter }: { done: () => void; meter?: (password: string) => ReactNode }) {
  const t = useT();
  const isForced = useSession((state) => state.user?.must_change_password ?? false);
  const form = useForm(changePassword.changeAdminPassword.body, {
    initial: { old_password: '', password: '', password_confirmation: '' },
    label: (key) => t(labels[key as (typeof keys)[number]]),
    prefix: '',
    onSubmit: async (values) => {
      await call(changePassword.changeAdminPassword, { body: values });
      toast('success', t('admin.password_changed'));
      await loadUser(true);
      form.reset();
      done();
    },
  });
  return (
    <form className="kk-narrow-form" noValidate onSubmit={form.onSubmit}>
      {isForced ? (
        <Alert type="warning" showIcon title={t('admin.must_change_password')} style={{ marginBottom: 16 }} />
      ) : null}
      {keys.map((key) => {
        const { id, label, value, error, onChange, onBlur } = form.text(key);
        return (
          <FieldBox
            key={key}
            id={id}
            label={label}
            error={error}
            help={key === 'password' ? t('admin.password_hint') : ''}
          >
            <Input.Password
              id={id}
              value={value}
              autoComplete={key === 'old_password' ? 'current-password' : 'new-password'}
              status={error ? 'error' : ''}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onBlur}
            />
            {key === 'password' && value !== '' ? meter?.(value) : null}
          </FieldBox>
        );
      })}
      <Button type="primary" htmlType="submit" loading={form.busy}>
        {t('kit.save')}
      </Button>
    </form>
  );
}
