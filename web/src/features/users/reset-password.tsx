import { useState } from 'react';
import usersWords from 'virtual:words/users_admin';
import { resetUserPassword } from '@kaike/shared/contracts/users';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { Alert, Button, Input, Modal } from '../../kit/widgets.ts';
import css from './users.module.css';

type Login = { username: string; password: string };

function PasswordOnce({ login, done }: { login: Login; done: () => void }) {
  const t = usersWords.useT();
  const text = `${t('users_admin.login')}: ${login.username}\n${t('users_admin.password')}: ${login.password}`;
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => toast('success', t('users_admin.copied')),
      () => undefined,
    );
  return (
    <div role="status">
      <Alert type="success" showIcon title={t('users_admin.once')} />
      <dl className={css['login']}>
        <dt className="kk-muted">{t('users_admin.login')}</dt>
        <dd>{login.username}</dd>
        <dt className="kk-muted">{t('users_admin.password')}</dt>
        <dd>{login.password}</dd>
      </dl>
      <div className="kk-buttons">
        <Button onClick={copy}>{t('users_admin.copy')}</Button>
        <Button type="primary" onClick={done}>
          {t('users_admin.done')}
        </Button>
      </div>
    </div>
  );
}

function useReset(id: number) {
  const t = usersWords.useT();
  const [busy, setBusy] = useState(false);
  const [login, setLogin] = useState<Login | null>(null);
  const reset = async (reason: string): Promise<void> => {
    setBusy(true);
    try {
      setLogin(await call(resetUserPassword, { params: { id }, body: { reason } }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.handled) toast('error', error.message || t('users_admin.failed'));
    } finally {
      setBusy(false);
    }
  };
  return { busy, login, reset };
}

/** Asks for a reason, then shows the one-time password once. */
export function ResetPassword({ id, name, close }: { id: number; name: string; close: () => void }) {
  const t = usersWords.useT();
  const [reason, setReason] = useState('');
  const { busy, login, reset } = useReset(id);
  return (
    <Modal
      open
      title={t('users_admin.reset_title', { name })}
      onCancel={close}
      mask={{ closable: false }}
      destroyOnHidden
      footer={
        login ? null : (
          <Button
            type="primary"
            danger
            loading={busy}
            disabled={reason.trim() === ''}
            onClick={() => void reset(reason.trim())}
          >
            {t('users_admin.reset')}
          </Button>
        )
      }
    >
      {login ? (
        <PasswordOnce login={login} done={close} />
      ) : (
        <div className="kk-field">
          <p>{t('users_admin.reset_hint')}</p>
          <label htmlFor="reset-reason">{t('users_admin.reset_reason')}</label>
          <Input
            id="reset-reason"
            autoFocus
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      )}
    </Modal>
  );
}
