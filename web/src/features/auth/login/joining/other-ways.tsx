import { useCallback, type ComponentType } from 'react';
import { Link } from 'react-router';
import invitationWords from 'virtual:locale/invitation';
import * as invitations from '@kaike/shared/contracts/people/invitations';
import { call } from '../../../../api/client.ts';
import { Support } from '../../../../app/components/support.tsx';
import { LoadFailure } from '../../../../app/loading/load-failure.tsx';
import { useLoad } from '../../../../app/loading/use-load.ts';
import { useTitle } from '../../../../app/use-title.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Skeleton } from '../../../../ui/parts.tsx';
import css from '../login.module.css';
import type { RegisterFormProps } from './register-form.tsx';

const contacts = { sms: 'mobile_phone', mail: 'email' } as const;

type FormProps = { login: string; Form: ComponentType<RegisterFormProps> };

/** Why nobody can register, and whom to ask. */
function Closed({ title, reason, login }: { title: string; reason: string; login: string }) {
  const t = invitationWords.useT();
  return (
    <>
      <h1>{title}</h1>
      <p role="alert">{reason}</p>
      <Support />
      <Link className={buttonClass('primary', true)} to={login}>
        {t('auth.to_login')}
      </Link>
    </>
  );
}

function Invitation({ code, login, Form }: FormProps & { code: string }) {
  const t = invitationWords.useT();
  const { data, failed, error, reload } = useLoad(
    useCallback((signal: AbortSignal) => call(invitations.getInvitation, { params: { code }, signal }), [code]),
  );
  const title = t('invitation.title');
  useTitle(title);
  if (failed) return <LoadFailure error={error} retry={reload} />;
  if (!data) return <Skeleton height={320} />;
  const { school, invitation } = data;
  if (invitation?.state !== 'open')
    return <Closed title={title} reason={t(`invitation.states.${invitation?.state ?? 'unknown'}`)} login={login} />;
  const { agency, channels } = invitation;
  return (
    <>
      <h1>{t('invitation.heading', { school })}</h1>
      <p className={css['muted']}>
        {agency ? t('invitation.by', { agency }) : ''}
        {t(channels.length > 0 ? 'invitation.hint' : 'invitation.hint_name')}
      </p>
      <Form contacts={channels.map((channel) => contacts[channel])} login={login} backUrl="" invitation={code} />
    </>
  );
}

/** Registration by the link of an invitation; without one, it is closed. The form is loaded already. */
export function OtherWays({ code, login, Form }: FormProps & { code: string | undefined }) {
  const t = invitationWords.useT();
  if (code) return <Invitation code={code} login={login} Form={Form} />;
  return <Closed title={t('auth.register_title')} reason={t('invitation.none')} login={login} />;
}
