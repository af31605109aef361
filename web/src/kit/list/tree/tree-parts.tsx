import { KitIcon } from '../../kit-icon.tsx';
import type { ResourceWording } from '../../words/use-words.ts';
import type { Tree, ShownTreeRow } from './use-tree.ts';

/** How much further each level begins, in pixels. */
export const stepPx = 24;

/** Opens the row of a tree, before its title. */
export function Branch({
  at,
  tree,
  title,
  words,
}: {
  at: ShownTreeRow;
  tree: Tree;
  title: string;
  words: ResourceWording;
}) {
  const isOpen = tree.isOpen(at.row.id);
  return (
    <span className="kk-branch" style={{ paddingLeft: at.depth * stepPx }}>
      {at.has_children ? (
        <button
          type="button"
          className="kk-mini"
          tabIndex={-1}
          aria-expanded={isOpen}
          aria-label={words.t(isOpen ? 'lists.tree.close' : 'lists.tree.open', { title })}
          onClick={() => tree.toggle(at.row.id)}
        >
          <KitIcon name="chevron" size={14} />
        </button>
      ) : null}
    </span>
  );
}

/** Makes a row below another one. */
export function AddBelow({
  title,
  words,
  add,
  tabIndex,
}: {
  title: string;
  words: ResourceWording;
  add: () => void;
  tabIndex: 0 | -1;
}) {
  const label = words.t('lists.tree.new_below', { title });
  return (
    <button
      type="button"
      className="kk-mini kk-add-below"
      title={label}
      aria-label={label}
      tabIndex={tabIndex}
      onClick={add}
    >
      <KitIcon name="plus" size={14} />
    </button>
  );
}
