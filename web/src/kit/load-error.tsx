import { ApiError } from '../api/api-error.ts';
import { isLost, useComeBack } from '../app/loading/use-come-back.ts';
import { useT } from '../app/wording.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/parts.tsx';

/**
 * A failed load: what happened, and the button that can help: retry, or back where a retry would be refused again, unless
 * `hasBack` says that the page has a way back already. Retries by itself when network or server are back.
 */
export function LoadError({
  error,
  retry,
  hasBack = false,
}: {
  error?: unknown;
  retry: () => void;
  hasBack?: boolean;
}) {
  const t = useT();
  useComeBack(isLost(error), retry);
  const back = hasBack ? null : (
    <Button look="primary" onClick={() => history.back()}>
      {t('common.back')}
    </Button>
  );
  if (!(error instanceof ApiError) || error.status === 0)
    return (
      <ErrorState
        title={t('kit.load_failed')}
        text={t('kit.load_failed_hint')}
        retryLabel={t('kit.retry')}
        retry={retry}
      />
    );
  if (error.status === 403)
    return (
      <div role="alert">
        <EmptyState
          icon="lock"
          title={t('common.pages.403.title')}
          text={error.message || t('common.pages.403.text')}
          action={back}
        />
      </div>
    );
  if (error.status < 500 && error.message !== '')
    return (
      <div role="alert">
        <EmptyState icon="search" title={error.message} action={back} />
      </div>
    );
  const text = error.request_id
    ? t('kit.load_failed_number', { number: error.request_id })
    : t('kit.load_failed_later');
  return (
    <ErrorState title={error.message || t('kit.load_failed')} text={text} retryLabel={t('kit.retry')} retry={retry} />
  );
}
