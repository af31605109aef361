import { useState } from 'react';
import * as auth from '@kaike/shared/contracts/auth/auth';
import { field } from '@kaike/shared/kit/field';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { forgetCsrfToken } from '../../../api/csrf.ts';
import { endLoginBox, useEndedSession } from '../../../app/session-ended.ts';
import { setUser, startOf, useSession, type User } from '../../../app/session.ts';
import { useSends } from '../../../app/config.ts';
import { useT } from '../../../app/wording.ts';
import { useForm } from '../../../form/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField, TextField } from '../../../ui/fields.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import css from './login.module.css';
import { CodeForm } from './code-form.tsx';
import { ContactAndCode } from './contact-and-code.tsx';
import { useCaptcha } from './use-captcha.tsx';

type LoginMethod = 'password' | 'sms';
/** Null while a second-factor code is still required. */
type Answer = { user: User | null; lifetime: number };
type SessionUser = { user: User; lifetime: number };

const passwordFields = {
  username: field.text({ rules: 'required|max:254' }),
  password: field.password({ rules: 'required|max:72' }),
};
const smsFields = {
  mobile_phone: field.mobile({ rules: 'required' }),
  message_code: field.text({ rules: 'required|mobile_code' }),
};

/** The account's login name; a mobile number is masked and has to be entered. */
const nameOf = (user: User | null): string => user?.username ?? '';

function Account({ user, leave }: { user: User; leave: () => void }) {
  const t = useT();
  const roles = (user.admin?.roles ?? []).map((role) => role.name).join(t('auth.session.and'));
  return (
    <div className={css['account']}>
      <div>
        <strong>{user.name}</strong>
        <span>{[nameOf(user), roles].filter((text) => text !== '').join(' · ')}</span>
      </div>
      <button type="button" className={css['plain']} onClick={leave}>
        {t('auth.session.other')}
      </button>
    </div>
  );
}

/** Switching to another account takes one more press: the page is left, its draft stays with its own account. */
function Other({ stay, go, label }: { stay: () => void; go: () => void; label: string }) {
  const t = useT();
  return (
    <>
      <p>{label}</p>
      <div className={css['buttons']}>
        <Button look="primary" block onClick={go}>
          {t('auth.session.leave')}
        </Button>
        <Button block onClick={stay}>
          {t('auth.session.stay')}
        </Button>
      </div>
    </>
  );
}

function Ways({ user, done }: { user: User; done: (answer: Answer) => void }) {
  const t = useT();
  const [way, setWay] = useState<LoginMethod>('password');
  const sendsSms = useSends('login');
  const captcha = useCaptcha();
  const enter = async (body: Record<string, unknown>): Promise<void> => {
    const send = (verify?: string) =>
      call(auth.logIn, { body: { ...body, ...(verify ? { verify } : {}) }, keeps_redirect: true });
    done(
      await send().catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || (error.code !== 'auth.captcha_required' && !error.errors['verify']))
          throw error;
        const verify = await captcha.verify('login');
        if (!verify) throw error;
        return send(verify);
      }),
    );
  };
  const label = (key: string): string => t(`auth.fields.${key}`);
  const password = useForm(passwordFields, {
    initial: { username: nameOf(user), password: '' },
    label,
    onSubmit: enter,
  });
  const sms = useForm(smsFields, { initial: { mobile_phone: '', message_code: '' }, label, onSubmit: enter });
  const form = way === 'password' ? password : sms;
  // A refusal refers to the account field, which is hidden when the account is fixed.
  const problem = password.text('password').error ?? (nameOf(user) ? password.text('username').error : undefined);
  return (
    <>
      <form noValidate onSubmit={form.onSubmit}>
        {way === 'password' ? (
          <>
            {nameOf(user) ? (
              <input type="hidden" name="username" autoComplete="username" value={nameOf(user)} />
            ) : (
              <TextField
                {...password.text('username')}
                icon="user"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
            <PasswordField
              {...password.text('password')}
              error={problem}
              autoComplete="current-password"
              autoFocus
              reveal={t('auth.reveal')}
            />
          </>
        ) : (
          <ContactAndCode
            contact="mobile_phone"
            form={sms}
            captcha={captcha}
            storageKey="wait:login"
            requestCode={(mobile_phone, verify) => call(auth.sendLoginCode, { body: { mobile_phone, verify } })}
          />
        )}
        <Button type="submit" look="primary" block busy={form.busy}>
          {t('auth.session.enter')}
        </Button>
      </form>
      {sendsSms ? (
        <p className={css['foot']}>
          <button
            type="button"
            className={css['plain']}
            onClick={() => setWay(way === 'password' ? 'sms' : 'password')}
          >
            {t(way === 'password' ? 'auth.session.by_sms' : 'auth.session.by_password')}
          </button>
        </p>
      ) : null}
      {captcha.dialog}
    </>
  );
}

/** Login over the page: with the same account, pending requests then continue. */
export function SessionBox() {
  const t = useT();
  const reason = useEndedSession((state) => state.reason);
  const [user] = useState(() => useSession.getState().user);
  const [isLeaving, setIsLeaving] = useState(false);
  const [other, setOther] = useState<SessionUser | null>(null);
  const [isWaiting, setIsWaiting] = useState(false);
  if (!user) return null;
  const done = ({ user: arrived, lifetime }: Answer): void => {
    // A new page token from here on.
    forgetCsrfToken();
    if (!arrived) return setIsWaiting(true);
    if (arrived.id !== user.id) return setOther({ user: arrived, lifetime });
    setUser(arrived, lifetime);
    return endLoginBox(true);
  };
  const currentPath = location.pathname + location.search;
  return (
    <Sheet open title={t('auth.session.title')} onClose={null}>
      <div className={css['box']}>
        {other ? (
          <Other
            label={t('auth.session.is_other', { name: other.user.name, owner: user.name })}
            stay={() => setOther(null)}
            go={() => location.assign(startOf(other.user))}
          />
        ) : isLeaving ? (
          <Other
            label={t('auth.session.leaving', { name: user.name })}
            stay={() => setIsLeaving(false)}
            go={() => location.assign(`/open/login?back_url=${encodeURIComponent(currentPath)}`)}
          />
        ) : (
          <>
            <p className={css['muted']}>
              {reason} {t('auth.session.kept')}
            </p>
            <Account user={user} leave={() => setIsLeaving(true)} />
            {isWaiting ? <CodeForm backUrl="" done={done} /> : <Ways user={user} done={done} />}
          </>
        )}
      </div>
    </Sheet>
  );
}
