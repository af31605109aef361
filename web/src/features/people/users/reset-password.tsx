import { useState } from 'react';
import usersWords from 'virtual:locale/users_admin';
import * as users from '@kaike/shared/contracts/people/users';
import { call } from '../../../api/client.ts';
import { copyText } from '../../../app/components/copy-text.ts';
import { ReasonDialog } from '../../../kit/form/reason-dialog.tsx';
import { Alert, Button, Modal } from '../../../kit/widgets.ts';
import css from './users.module.css';

type Login = { username: string; password: string };

function PasswordOnce({ login, done }: { login: Login; done: () => void }) {
  const t = usersWords.useT();
  const text = `${t('users_admin.login')}: ${login.username}\n${t('users_admin.password')}: ${login.password}`;
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
        <Button onClick={() => void copyText(text, t('users_admin.copied'))}>{t('users_admin.copy')}</Button>
        <Button type="primary" onClick={done}>
          {t('users_admin.done')}
        </Button>
      </div>
    </div>
  );
}

/** Asks for a reason, then shows the one-time password once. */
export function ResetPassword({ id, name, close }: { id: number; name: string; close: () => void }) {
  const t = usersWords.useT();
  const [login, setLogin] = useState<Login | null>(null);
  const title = t('users_admin.reset_title', { name });
  return login ? (
    <Modal open title={title} onCancel={close} mask={{ closable: false }} destroyOnHidden footer={null}>
      <PasswordOnce login={login} done={close} />
    </Modal>
  ) : (
    <ReasonDialog
      title={title}
      text={t('users_admin.reset_hint')}
      label={t('users_admin.reset_reason')}
      ok={t('users_admin.reset')}
      danger
      close={close}
      run={async (reason) => setLogin(await call(users.resetUserPassword, { params: { id }, body: { reason } }))}
    />
  );
}
