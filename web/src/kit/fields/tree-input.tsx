import { TreeSelect } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import type { InputProps } from './inputs.tsx';

type Option = { id: number; label: string; has_children?: boolean };
type Node = { id: number; pId: number; value: number; title: string; isLeaf: boolean };

const ask = async (resource: string, query: Record<string, unknown>): Promise<Option[]> => ((await request('GET', `/admin/${resource}/options`, { query })) as { data: Option[] }).data;
const nodesOf = (options: readonly Option[], parent: number): Node[] => options.map(({ id, label, has_children: hasChildren }) => ({ id, pId: parent, value: id, title: label || String(id), isLeaf: !hasChildren }));

/** Chooses a node of a tree: branches open on demand, a search looks through all of it. */
export function TreeInput({ id, field, value, onChange, onBlur, disabled, status, label, t }: InputProps) {
  const resource = field.resource ?? '';
  const isMany = field.kind === 'relations';
  const [keyword, setKeyword] = useState('');
  const [opened, setOpened] = useState<Node[]>([]);
  const ids = [value ?? []].flat().map(Number);
  const roots = useQuery({ queryKey: [resource, 'options-below', 0], queryFn: () => ask(resource, { parent_id: '0' }), staleTime: 30_000 });
  const found = useQuery({ queryKey: [resource, 'options', keyword], queryFn: () => ask(resource, { keyword }), enabled: keyword !== '', staleTime: 30_000 });
  const chosen = useQuery({ queryKey: [resource, 'options-by-id', ids.join(',')], queryFn: () => ask(resource, { ids: ids.join(',') }), enabled: ids.length > 0, staleTime: 30_000 });
  const tree = keyword === '' ? [...nodesOf(roots.data ?? [], 0), ...opened] : nodesOf(found.data ?? [], 0).map((node) => ({ ...node, isLeaf: true }));
  // The chosen ones have their names from the start, wherever in the tree they are.
  const names = new Map([...nodesOf(chosen.data ?? [], 0), ...tree].map((node) => [node.value, node.title]));
  const labelled = ids.map((one) => ({ value: one, label: names.get(one) ?? String(one) }));
  return (
    <TreeSelect<{ value: number; label: string } | { value: number; label: string }[] | null>
      id={id} aria-label={label} disabled={disabled} status={status} onBlur={onBlur} labelInValue multiple={isMany} allowClear placeholder={t('kit.choose')} style={{ width: '100%' }}
      value={isMany ? labelled : (labelled[0] ?? null)} treeData={tree} treeDataSimpleMode={{ id: 'id', pId: 'pId', rootPId: 0 }} listHeight={320} notFoundContent={t('kit.no_choice')}
      showSearch={{ searchValue: keyword, onSearch: setKeyword, filterTreeNode: false, autoClearSearchValue: true }}
      loadData={async ({ value: parent }) => {
        const below = await ask(resource, { parent_id: String(parent) });
        setOpened((old) => [...old.filter((node) => node.pId !== Number(parent)), ...nodesOf(below, Number(parent))]);
      }}
      onChange={(next) => onChange(Array.isArray(next) ? next.map((one) => one.value) : (next?.value ?? (isMany ? [] : null)))}
    />
  );
}
