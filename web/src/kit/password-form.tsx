import { Alert, Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { changeAdminPassword } from '@kaike/shared/contracts/auth';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { toast } from '../app/toasts.ts';
import { loadUser, useSession } from '../app/session.ts';
import { useT } from '../app/wording.ts';

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
  const [values, setValues] = useState({ old_password: '', password: '', password_confirmation: '' });
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(changeAdminPassword, { body: values });
      toast('success', t('admin.password_changed'));
      await loadUser(true);
      setValues({ old_password: '', password: '', password_confirmation: '' });
      done();
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) setErrors(error.errors);
      else if (error instanceof ApiError && !error.handled) toast('error', error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="kk-narrow-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {isForced ? (
        <Alert type="warning" showIcon title={t('admin.must_change_password')} style={{ marginBottom: 16 }} />
      ) : null}
      {keys.map((key) => (
        <div className="kk-field" key={key}>
          <label htmlFor={key}>{t(labels[key])}</label>
          <Input.Password
            id={key}
            value={values[key]}
            autoComplete={key === 'old_password' ? 'current-password' : 'new-password'}
            status={errors[key]?.length ? 'error' : ''}
            onChange={(event) => {
              setValues({ ...values, [key]: event.target.value });
              setErrors({ ...errors, [key]: [] });
            }}
          />
          {key === 'password' && values.password !== '' ? meter?.(values.password) : null}
          <div
            className={errors[key]?.length ? 'kk-error' : 'kk-help'}
            role={errors[key]?.length ? 'alert' : undefined}
          >
            {errors[key]?.[0] ?? (key === 'password' ? t('admin.password_hint') : '')}
          </div>
        </div>
      ))}
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('kit.save')}
      </Button>
    </form>
  );
}
