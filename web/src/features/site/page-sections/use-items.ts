import type { columns } from '@kaike/shared/resources/site/columns';
import { useState } from 'react';
import { maxItems, parseColumnItems, wrongColumnItem, type ColumnItem } from '@kaike/shared/domain/site/column-items';
import { ApiError } from '../../../api/api-error.ts';
import { request } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { useT } from '../../../app/wording.ts';
import type { PanelProps } from '../../../kit/resource-view.ts';
import type { TreeNode } from '../../../kit/tree/tree-moves.ts';

export type ItemNode = TreeNode<ColumnItem>;

const emptyItem: ColumnItem = { title: '', text: '', image: null, url: '', badge: '', course_id: null };

/** The items of a column during editing; nothing is stored before `save`. */
export function useItems({ row, reload }: Pick<PanelProps<typeof columns>, 'row' | 'reload'>) {
  const t = useT();
  const [nodes, setNodes] = useState<ItemNode[]>(() =>
    parseColumnItems(row.items).map((data, index) => ({ id: `stored-${index}`, data })),
  );
  const [added, setAdded] = useState(0);
  const [isDirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const change = (next: ItemNode[]): void => {
    setNodes(next);
    setDirty(true);
  };
  const add = (): string => {
    const id = `added-${added}`;
    setAdded(added + 1);
    change([...nodes, { id, data: emptyItem }]);
    return id;
  };
  const save = async (): Promise<void> => {
    const items = nodes.map((node) => node.data);
    const wrong = wrongColumnItem(items);
    if (wrong > 0) return toast('error', t('resources.columns.items.incomplete', { n: wrong }));
    setBusy(true);
    try {
      await request('PUT', `/admin/columns/${row.id}`, { body: { items, version: row.version } });
      toast('success', t('resources.columns.items.saved'));
      setDirty(false);
      reload();
    } catch (error) {
      if (error instanceof ApiError && !error.handled) toast('error', error.message);
    } finally {
      setBusy(false);
    }
  };
  return {
    nodes,
    isDirty,
    busy,
    change,
    add,
    save,
    isFull: nodes.length >= maxItems,
    set: (id: string, part: Partial<ColumnItem>) =>
      change(nodes.map((node) => (node.id === id ? { ...node, data: { ...node.data, ...part } } : node))),
    remove: (id: string) => change(nodes.filter((node) => node.id !== id)),
  };
}
