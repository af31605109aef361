import { TreeSelect } from 'antd';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '../../../api/client.ts';
import type { FilterProps } from './filter-props.ts';
import { clearing } from '../../fields/clearing.tsx';

type Node = { id: number; pId: number; value: number; title: string; isLeaf: boolean };
type Child = { id: number; label: string; has_children?: boolean };

async function fetchOptions(resource: string, query: Record<string, unknown>): Promise<Child[]> {
  return ((await request('GET', `/admin/${resource}/options`, { query })) as { data: Child[] }).data;
}

const fetchChildren = async (resource: string, parent: number): Promise<Node[]> =>
  (await fetchOptions(resource, { parent_id: parent })).map((child) => ({
    id: child.id,
    pId: parent,
    value: child.id,
    title: child.label,
    isLeaf: !child.has_children,
  }));

/** A node of a tree and all below it; levels load as they are opened. */
export function TreeFilter({ name, field, state, words, id, done }: FilterProps) {
  const resource = field.resource ?? '';
  const key = `where[${name}][below]`;
  const selected = Number(state.get(key) || state.get(`where[${name}]`)) || null;
  const client = useQueryClient();
  const [more, setMore] = useState<Node[]>([]);
  const roots = useQuery({
    queryKey: [resource, 'children', 0],
    staleTime: 60_000,
    queryFn: () => fetchChildren(resource, 0),
  });
  const label = useQuery({
    queryKey: [resource, 'options-by-id', String(selected)],
    enabled: selected !== null,
    staleTime: 60_000,
    queryFn: () => fetchOptions(resource, { ids: selected }),
  });
  useEffect(() => setMore([]), [resource]);
  const nodes = [...(roots.data ?? []), ...more];
  const [selectedOption] = label.data ?? [];
  // The selected node has a name although its branch was never opened.
  const allNodes =
    selectedOption && !nodes.some((node) => node.id === selectedOption.id)
      ? [
          ...nodes,
          { id: selectedOption.id, pId: 0, value: selectedOption.id, title: selectedOption.label, isLeaf: true },
        ]
      : nodes;
  const open = async ({ value }: { value?: unknown }): Promise<void> => {
    const parent = Number(value);
    const below = await client.fetchQuery({
      queryKey: [resource, 'children', parent],
      staleTime: 60_000,
      queryFn: () => fetchChildren(resource, parent),
    });
    setMore((old) => [...old.filter((node) => node.pId !== parent), ...below]);
  };
  return (
    <TreeSelect
      id={id}
      aria-label={words.field(name)}
      style={{ width: '100%' }}
      treeDataSimpleMode
      allowClear={clearing(words.t)}
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={words.t('kit.all')}
      loading={roots.isFetching}
      value={selected ?? undefined}
      treeData={allNodes}
      loadData={open}
      defaultOpen={done !== undefined}
      onChange={(value: number | undefined) => {
        state.set({ [key]: value ? String(value) : null, [`where[${name}]`]: null });
        done?.();
      }}
    />
  );
}
