import { useState, type ReactNode } from 'react';
import { maxItems, type ColumnItem } from '@kaike/shared/domain/site/column-items';
import { columns } from '@kaike/shared/resources/site/columns';
import type { PanelProps } from '../../../kit/resource-view.ts';
import { SortableTree } from '../../../kit/tree/sortable-tree.tsx';
import { useWords, type ResourceWording } from '../../../kit/words/use-words.ts';
import { Button, Empty } from '../../../kit/widgets.ts';
import { ItemForm } from './item-form.tsx';
import css from './items-panel.module.css';
import { useItems, type ItemNode } from './use-items.ts';

const key = 'resources.columns.items';

const titleIn =
  (words: ResourceWording) =>
  (item: ColumnItem): string =>
    item.title ||
    (item.course_id === null ? words.t(`${key}.untitled`) : `${words.field('item_course')} #${item.course_id}`);

type RowProps = {
  node: ItemNode;
  handle: ReactNode;
  words: ResourceWording;
  mayEdit: boolean;
  isOpen: boolean;
  toggle: () => void;
  remove: () => void;
};

function ItemRow({ node: { data }, handle, words, mayEdit, isOpen, toggle, remove }: RowProps) {
  const title = titleIn(words)(data);
  return (
    <div className={css['row']}>
      {handle}
      {data.image ? (
        <img className={css['picture']} src={data.image} alt="" />
      ) : (
        <span className={css['picture']} aria-hidden="true" />
      )}
      <span className={css['text']}>
        <b>{title}</b>
        <span className="kk-muted">{data.url || data.text}</span>
      </span>
      {data.badge ? <span className="kk-tag kk-tag-outline">{data.badge}</span> : null}
      {mayEdit ? (
        <>
          <Button type="text" aria-expanded={isOpen} aria-label={`${words.t(`${key}.edit`)} ${title}`} onClick={toggle}>
            {words.t(`${key}.edit`)}
          </Button>
          <Button type="text" danger aria-label={`${words.t(`${key}.remove`)} ${title}`} onClick={remove}>
            {words.t('kit.actions.delete')}
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** The items of a column: added, edited, sorted by drag and saved together. */
export function ItemsPanel({ row, permissions, reload }: PanelProps<typeof columns>) {
  const words = useWords(columns);
  const { t } = words;
  const items = useItems({ row, reload });
  const [open, setOpen] = useState<string | null>(null);
  const mayEdit = permissions.includes('update');
  const rowOf = ({ node, handle, isLifted }: { node: ItemNode; handle: ReactNode; isLifted: boolean }): ReactNode => (
    <>
      <ItemRow
        node={node}
        handle={handle}
        words={words}
        mayEdit={mayEdit}
        isOpen={open === node.id}
        remove={() => items.remove(node.id)}
        toggle={() => setOpen(open === node.id ? null : node.id)}
      />
      {open === node.id && !isLifted ? (
        <div className={css['form']}>
          <ItemForm
            id={node.id}
            item={node.data}
            words={words}
            disabled={items.busy}
            onChange={(part) => items.set(node.id, part)}
          />
        </div>
      ) : null}
    </>
  );
  return (
    <div className={css['panel']}>
      <p className="kk-muted">{t(`${key}.intro`)}</p>
      {items.nodes.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t(`${key}.empty`)} />
      ) : (
        <SortableTree
          nodes={items.nodes}
          titleOf={titleIn(words)}
          disabled={!mayEdit || items.busy}
          onChange={items.change}
          renderRow={({ node }, { handle, isLifted }) => rowOf({ node, handle, isLifted })}
        />
      )}
      {mayEdit ? (
        <div className={css['foot']}>
          <Button disabled={items.isFull || items.busy} onClick={() => setOpen(items.add())}>
            {t(`${key}.add`)}
          </Button>
          <span className="kk-muted" role="status">
            {items.isFull ? t(`${key}.full`, { n: maxItems }) : items.isDirty ? t(`${key}.unsaved`) : ''}
          </span>
          <Button type="primary" disabled={!items.isDirty} loading={items.busy} onClick={() => void items.save()}>
            {t(`${key}.save`)}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
