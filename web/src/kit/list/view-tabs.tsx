import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { boundedText } from '../views/todo.ts';
import type { ResourceIndex } from '../use-resource.ts';
import type { ResourceWording } from '../words/use-words.ts';
import type { ListState } from './use-list-state.ts';

/** Query key of the view that is shown. */
const viewKey = 'where[_view]';

type Props = {
  definition: ResourceDefinition;
  state: ListState;
  words: ResourceWording;
  counts: ResourceIndex['views'] | undefined;
};

/** The views of the list as tabs, each with its number. */
export function ViewTabs({ definition, state, words, counts }: Props) {
  const { views = [] } = definition.list;
  const active = state.get(viewKey);
  if (views.length === 0) return null;
  return (
    <nav className="kk-views" aria-label={words.t('lists.views.tabs')}>
      {[{ key: '', todo: undefined }, ...views].map(({ key, todo }) => {
        const count = counts?.[key] ?? 0;
        return (
          <button
            key={key}
            type="button"
            aria-current={key === active}
            onClick={() => state.set({ [viewKey]: key === '' ? null : key })}
          >
            {key === '' ? words.t('lists.views.all') : words.view(key)}
            {count > 0 ? <span className={todo ? `kk-count is-${todo}` : 'kk-count'}>{boundedText(count)}</span> : null}
          </button>
        );
      })}
    </nav>
  );
}
