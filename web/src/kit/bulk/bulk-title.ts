import type { BulkRun } from '@kaike/shared/contracts/office/bulk-runs';
import type { Translate } from '@kaike/shared/kit/wording';
import { wordsOf } from '../words/use-words.ts';

/** The heading of a run: its action and its resource. */
export function titleOf(t: Translate, { action, resource }: Pick<BulkRun, 'action' | 'resource'>): string {
  const words = wordsOf(t, resource);
  return t('bulk_runs.title', {
    action: action === 'restore' ? t('bulk_runs.restore') : words.action(action),
    name: words.name,
  });
}
