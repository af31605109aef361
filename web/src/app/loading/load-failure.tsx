import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/parts.tsx';
import { asTitle } from '../as-title.ts';
import { useCanPay } from '../config.ts';
import { useT } from '../wording.ts';
import { isLost, useComeBack } from './use-come-back.ts';

const HelpWays = lazy(async () => ({ default: (await import('../components/help-ways.tsx')).HelpWays }));

/** What somebody without activated content can do next. */
export function NotActivated() {
  const t = useT();
  const canPay = useCanPay();
  return (
    <EmptyState
      icon="ticket"
      title={t('home.not_activated.title')}
      text={t(canPay ? 'home.not_activated.text' : 'home.not_activated.text_card')}
      action={
        <>
          <Link className={buttonClass('primary')} to="/home/cards/use-card">
            {t('home.not_activated.activate')}
          </Link>
          {/* By price the free courses come first. */}
          <Link className={buttonClass()} to="/open/courses?sort=price">
            {t('home.not_activated.look')}
          </Link>
        </>
      }
    />
  );
}

const firstRefusal = 400;
const firstFault = 500;

/** Describes a failed request: a refusal by the server must not blame the network. */
export function describeLoadFailure(
  t: (key: string, params?: Record<string, string>) => string,
  error: unknown,
): string {
  if (!(error instanceof ApiError) || error.status === 0) return t('common.load_failed_hint');
  if (error.status >= firstFault)
    return [
      t('common.server_failed'),
      error.body.request_id ? t('common.request_id', { id: error.body.request_id }) : '',
    ]
      .filter(Boolean)
      .join(' · ');
  return error.status >= firstRefusal && error.message ? error.message : t('common.load_failed_hint');
}

/** What a retry would not change: the sentence of the server stands alone. */
const refusals: readonly number[] = [403, 404];

function Refusal({ message, status }: Pick<ApiError, 'message' | 'status'>) {
  const t = useT();
  return (
    <div role="alert">
      <EmptyState
        icon={status === 403 ? 'lock' : 'search'}
        title={asTitle(message)}
        action={
          <>
            <Button look="primary" onClick={() => history.back()}>
              {t('common.back')}
            </Button>
            <Suspense fallback={null}>
              <HelpWays />
            </Suspense>
          </>
        }
      />
    </div>
  );
}

/** Replaces content that could not be loaded: why, and what to do. Retries when network or server are back. */
export function LoadFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useT();
  useComeBack(isLost(error), retry);
  if (error instanceof ApiError && error.code === 'access.not_activated') return <NotActivated />;
  if (error instanceof ApiError && refusals.includes(error.status) && error.message)
    return <Refusal message={error.message} status={error.status} />;
  return (
    <ErrorState
      title={t('common.load_failed')}
      text={describeLoadFailure(t, error)}
      retryLabel={t('common.retry')}
      retry={retry}
      extra={
        <Suspense fallback={null}>
          <HelpWays />
        </Suspense>
      }
    />
  );
}
