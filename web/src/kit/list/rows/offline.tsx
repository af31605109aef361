import type { UseQueryResult } from '@tanstack/react-query';
import { isLost, useComeBack } from '../../../app/loading/use-come-back.ts';
import type { Words } from '../../words/use-words.ts';

/** Shows that the connection is lost; the rows loaded last stay, and are loaded anew when it is back. */
export function Offline({ list, words }: { list: UseQueryResult; words: Words }) {
  useComeBack(list.isError && isLost(list.error), () => void list.refetch());
  if (!list.isError && list.fetchStatus !== 'paused') return null;
  return (
    <p role="status" className="kk-offline">
      {words.t(list.data ? 'kit.offline_rows' : 'kit.offline')}
    </p>
  );
}
