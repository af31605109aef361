import { useEffect, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import thirdPartyWords from 'virtual:locale/third_party';
import * as thirdParty from '@kaike/shared/contracts/auth/third-party';
import { isLoginType, type LoginType } from '@kaike/shared/domain/auth/third-party';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { ApiError } from '../../../api/api-error.ts';
import { apiBase, call } from '../../../api/client.ts';
import { setUser, useSession } from '../../../app/session.ts';
import { useTitle } from '../../../app/use-title.ts';
import { safeBackUrl } from '../../../areas/back-url.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { BindOther } from './other-logins/bind-other.tsx';
import css from './other-login.module.css';

type CallbackResult = ResponseOf<typeof thirdParty.completeOAuth>;

/** One request per URL, even when the page renders twice: the service's code works once. */
const requests = new Map<string, Promise<CallbackResult>>();

function arrive(type: LoginType, query: string): Promise<CallbackResult> {
  const key = `${type}?${query}`;
  const pending =
    requests.get(key) ??
    call(thirdParty.completeOAuth, {
      params: { type },
      query: Object.fromEntries(new URLSearchParams(query)),
      quiet: true,
      keeps_redirect: true,
    });
  requests.set(key, pending);
  return pending;
}

const startOf = (type: LoginType): string => `${apiBase()}/open/other-login/${type}`;

/** Set while a callback that was over has led to a new login, so that one which never succeeds ends at its error. */
const restartedKey = 'kaike_other_login_again';

/** Begins the login anew where the callback is an old one and nobody is logged in; false if that was tried just before. */
function restart(type: LoginType, error: unknown): boolean {
  const isOver = error instanceof ApiError && error.code === 'auth.other_state' && !useSession.getState().user;
  const wasTried = sessionStorage.getItem(restartedKey) !== null;
  if (!isOver || wasTried) {
    sessionStorage.removeItem(restartedKey);
    return false;
  }
  sessionStorage.setItem(restartedKey, type);
  location.replace(startOf(type));
  return true;
}

const wordsOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message ? error.message : fallback;

function Failed({ text }: { text: string }) {
  const t = thirdPartyWords.useT();
  return (
    <div className={css['box']} role="alert">
      <h1>{t('third_party.failed')}</h1>
      <p className={css['text']}>{text}</p>
      <a className={buttonClass('primary', true)} href="/open/login">
        {t('third_party.to_login')}
      </a>
    </div>
  );
}

function Callback({ type, query }: { type: LoginType; query: string }) {
  const t = thirdPartyWords.useT();
  const [arrived, setArrived] = useState<CallbackResult | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    void arrive(type, query).then(
      (answer) => {
        // Remove the service's code from URL and history.
        history.replaceState(history.state, '', location.pathname);
        sessionStorage.removeItem(restartedKey);
        if (answer.other) return setArrived(answer);
        if (answer.user) setUser(answer.user, answer.lifetime);
        // With a second factor, continue to its code: not a page to return to, so not a safe back URL either.
        return location.replace(
          answer.redirect.startsWith('/open/second-factor')
            ? answer.redirect
            : safeBackUrl(answer.redirect, '/home/index'),
        );
      },
      (error: unknown) => {
        if (!restart(type, error)) setFailure(wordsOf(error, t('common.request_failed')));
      },
    );
    // The language may change in the meantime; the request stays the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [type, query]);
  if (failure !== null) return <Failed text={failure} />;
  if (arrived?.other) return <BindOther type={type} claim={arrived.other} nickname={arrived.nickname} />;
  return (
    <div className={css['box']}>
      <p role="status" aria-busy="true">
        {t('third_party.working')}
      </p>
    </div>
  );
}

/** Returned with a normal session: binds the pending identity to that account. */
function Claim({ claim }: { claim: string }) {
  const t = thirdPartyWords.useT();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    void call(thirdParty.claimIdentity, { body: { key: claim }, quiet: true, keeps_redirect: true }).then(
      ({ redirect }) => void navigate(safeBackUrl(redirect, '/home/index'), { replace: true }),
      (error: unknown) => setFailure(wordsOf(error, t('common.request_failed'))),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for a claim, which works once
  }, [claim]);
  return failure === null ? (
    <div className={css['box']}>
      <p role="status" aria-busy="true">
        {t('third_party.claiming')}
      </p>
    </div>
  ) : (
    <Failed text={failure} />
  );
}

function Leave({ type, query }: { type: LoginType; query: string }) {
  const t = thirdPartyWords.useT();
  useEffect(() => location.replace(`${startOf(type)}${query ? `?${query}` : ''}`), [type, query]);
  return (
    <div className={css['box']}>
      <p role="status" aria-busy="true">
        {t('third_party.working')}
      </p>
    </div>
  );
}

/** The redirect to another service and the return from it. */
export function OtherLoginPage() {
  const t = thirdPartyWords.useT();
  const { type = '' } = useParams();
  const [params] = useSearchParams();
  const [query] = useState(() => params.toString());
  useTitle(t('pages.other_login'));
  const claim = params.get('claim');
  if (!isLoginType(type)) return <Failed text={t('third_party.off')} />;
  if (params.has('failed'))
    return <Failed text={t(params.get('failed') === 'login' ? 'third_party.login_first' : 'third_party.off')} />;
  if (location.pathname.startsWith('/open/other-login-callback/')) return <Callback type={type} query={query} />;
  return claim ? <Claim claim={claim} /> : <Leave type={type} query={query} />;
}
