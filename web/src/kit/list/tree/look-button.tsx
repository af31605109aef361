import { Button } from 'antd';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { KitIcon } from '../../kit-icon.tsx';
import type { ResourceWording } from '../../words/use-words.ts';
import type { ListState } from '../use-list-state.ts';

type Props = { definition: ResourceDefinition; state: ListState; words: ResourceWording; narrow: boolean };

/** Between the looks of a list; nothing where there is one. */
export function LookButton({ definition: { list }, state, words, narrow }: Props) {
  const [first, second] = list.layouts ?? [];
  // A phone shows a tree as cards in any case.
  if (!first || !second || (narrow && first === 'tree')) return null;
  const other = (state.get('look') || first) === first ? second : first;
  return (
    <Button
      type="text"
      icon={<KitIcon name={other === 'table' ? 'view' : other} />}
      onClick={() => state.set({ look: other === first ? null : other })}
    >
      {words.t(`lists.tree.as_${other}`)}
    </Button>
  );
}
