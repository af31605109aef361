import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.ts';
import { isLost, useComeBack } from '../../../app/loading/use-come-back.ts';
import { Button } from '../../../ui/button.tsx';
import type { ResourceWording } from '../../words/use-words.ts';

/** Says that the rows or the record are as loaded last, and why; what is lost is loaded anew when it is back. */
export function Offline({ query, words: { t } }: { query: UseQueryResult; words: Pick<ResourceWording, 't'> }) {
  const { isError, error, fetchStatus, data, refetch } = query;
  useComeBack(isError && isLost(error), () => void refetch());
  // Without data, what stands in their place says why.
  if (isError ? data === undefined : fetchStatus !== 'paused') return null;
  const answer = isError && error instanceof ApiError && error.status > 0 ? error : null;
  if (!answer)
    return (
      <p role="status" className="kk-offline">
        {t(data ? 'kit.offline_old' : 'kit.offline')}
      </p>
    );
  return (
    <p role="status" className="kk-offline">
      {t('kit.old', { reason: answer.message || t('kit.load_failed_later') })}
      <Button look="ghost" onClick={() => void refetch()}>
        {t('kit.retry')}
      </Button>
    </p>
  );
}
