import type { ListLayoutState } from '../../views/use-views.ts';
import type { ResourceWording } from '../../words/use-words.ts';

export type LayoutProps = { listLayout: ListLayoutState; words: ResourceWording; folded: readonly string[] };

/** The button of the columns says how many had no room. */
export function columnsLabel(words: ResourceWording, folded: readonly string[]): { text: string; name: string } {
  return folded.length === 0
    ? { text: '', name: words.t('kit.columns') }
    : { text: `+${folded.length}`, name: words.t('lists.columns_folded', { count: folded.length }) };
}
