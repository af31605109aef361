import { ApiError } from '../api/api-error.ts';
import { useT } from '../app/wording.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/parts.tsx';

/** What could not be loaded, with a way out: to try again, or back where asking again would get the same refusal. */
export function LoadError({ error, retry }: { error?: unknown; retry: () => void }) {
  const t = useT();
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.message !== '';
  if (isRefused) return <div role="alert"><EmptyState icon="search" title={error.message} action={<Button look="primary" onClick={() => history.back()}>{t('common.back')}</Button>} /></div>;
  return <ErrorState title={t('kit.load_failed')} text={t('kit.load_failed_hint')} retry_label={t('kit.retry')} retry={retry} />;
}
