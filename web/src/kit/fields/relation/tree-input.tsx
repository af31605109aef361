import { TreeSelect } from 'antd';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import { request } from '../../../api/client.ts';
import { clearing } from '../clearing.tsx';
import type { InputProps } from '../input-props.ts';
import { isComposing } from '../../../form/is-composing.ts';
import { maxOptions } from './fetch-options.ts';
import { namedRow, parseRelation, withText } from './typed-text.ts';
import { newRowId, useNewRow } from './use-new-row.tsx';

type Option = { id: number; label: string; has_children?: boolean };
type Node = { id: number; pId: number; value: number; title: string; isLeaf: boolean; className?: string };

const moveKeys = new Set(['ArrowDown', 'ArrowUp']);
/** antd's class for the line that Enter takes. */
const markedClass = 'ant-select-tree-treenode-active';

const fetchOptions = async (resource: string, query: Record<string, unknown>): Promise<Option[]> =>
  ((await request('GET', `/admin/${resource}/options`, { query })) as { data: Option[] }).data;
const nodesOf = (options: readonly Option[], parent: number): Node[] =>
  options.map(({ id, label, has_children }) => ({
    id,
    pId: parent,
    value: id,
    title: label || String(id),
    isLeaf: !has_children,
  }));

/** What a search found, then the row that can be created; Enter takes the marked one. */
function hitsOf(
  matches: readonly Option[],
  { new_label, is_marked }: { new_label: string | null; is_marked: boolean },
): Node[] {
  const choices = new_label === null ? matches : [...matches, { id: newRowId, label: new_label }];
  return nodesOf(choices, 0).map((node, index) => ({
    ...node,
    isLeaf: true,
    className: [
      ...(node.id === newRowId ? ['kk-new-row'] : []),
      ...(index === 0 && is_marked ? [markedClass] : []),
    ].join(' '),
  }));
}

function useOptions(resource: string, { keyword, ids }: { keyword: string; ids: readonly number[] }) {
  const roots = useQuery({
    queryKey: [resource, 'options-below', 0],
    queryFn: () => fetchOptions(resource, { parent_id: '0' }),
    staleTime: 30_000,
  });
  // A single root is opened at once: what is chosen is mostly below it.
  const [root, ...otherRoots] = roots.data ?? [];
  const onlyRoot = root?.has_children && otherRoots.length === 0 ? root.id : null;
  const belowRoot = useQuery({
    queryKey: [resource, 'options-below', onlyRoot],
    queryFn: () => fetchOptions(resource, { parent_id: String(onlyRoot) }),
    enabled: onlyRoot !== null,
    staleTime: 30_000,
  });
  const matchQuery = useQuery({
    queryKey: [resource, 'options', keyword],
    queryFn: () => fetchOptions(resource, { keyword }),
    enabled: keyword !== '',
    staleTime: 30_000,
  });
  const selectedQuery = useQuery({
    queryKey: [resource, 'options-by-id', ids.join(',')],
    queryFn: () => fetchOptions(resource, { ids: ids.join(',') }),
    enabled: ids.length > 0,
    staleTime: 30_000,
  });
  return {
    roots: [...nodesOf(roots.data ?? [], 0), ...nodesOf(belowRoot.data ?? [], onlyRoot ?? 0)],
    only_root: onlyRoot,
    matches: keyword === '' ? [] : (matchQuery.data ?? []),
    /** Whether these are all that match; among more, one may have the typed title. */
    are_all: matchQuery.data !== undefined && matchQuery.data.length < maxOptions,
    selected: selectedQuery.data ?? [],
  };
}

/**
 * Selects a node of a tree: branches open on demand, a search covers all of it. Enter takes the first hit, which is
 * marked; typed text that matched nothing stays, and the form refuses it.
 */
export function TreeInput({ id, field, value, onChange, onBlur, disabled, status, label, t }: InputProps) {
  const resource = field.resource ?? '';
  const isMany = field.kind === 'relations';
  const { ids, text } = parseRelation(value);
  const [keyword, setKeyword] = useState(text);
  const [isOpen, setIsOpen] = useState(false);
  const [opened, setOpened] = useState<Node[]>([]);
  const [expanded, setExpanded] = useState<readonly number[] | null>(null);
  const client = useQueryClient();
  const typed = useRef(keyword);
  const hasMoved = useRef(false);
  const { roots, only_root, matches, are_all, selected } = useOptions(resource, { keyword, ids });
  const select = (next: number): void => {
    typed.current = '';
    setKeyword('');
    setIsOpen(isMany);
    onChange(isMany ? [...new Set([...ids, next])] : next);
  };
  const newRow = useNewRow({
    resource,
    creates: field.creates,
    choose: select,
    focus: () => document.getElementById(id)?.focus(),
  });
  const create = (title: string): void => {
    setIsOpen(false);
    newRow.open(title);
  };
  const titles = matches.map(({ label: title }) => title);
  const newLabel = are_all ? newRow.label(keyword, titles) : null;
  const hits = hitsOf(matches, { new_label: newLabel, is_marked: !hasMoved.current });
  const tree = keyword === '' ? [...roots, ...opened.filter(({ pId }) => pId !== only_root)] : hits;
  // Names of selected nodes are loaded at the start, wherever they are in the tree.
  const names = new Map([...nodesOf(selected, 0), ...tree].map((node) => [node.value, node.title]));
  const labelled = ids.map((one) => ({ value: one, label: names.get(one) ?? String(one) }));
  const type = (next: string): void => {
    typed.current = next;
    hasMoved.current = false;
    setKeyword(next);
    if (text !== '') onChange(isMany ? ids : null);
  };
  const selectFirst = async (search: string): Promise<void> => {
    const options = await client
      .fetchQuery({
        queryKey: [resource, 'options', search],
        queryFn: () => fetchOptions(resource, { keyword: search }),
        staleTime: 30_000,
      })
      .catch(() => null); // A lost connection finds nothing.
    if (!options || typed.current !== search) return;
    const [first] = options;
    if (first) select(first.id);
    else if (newRow.label(search, []) !== null) create(search);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (moveKeys.has(event.key)) hasMoved.current = true;
    if (event.key !== 'Enter' || isComposing(event) || keyword === '' || hasMoved.current) return;
    event.preventDefault();
    event.stopPropagation();
    void selectFirst(keyword);
  };
  const handleBlur = (): void => {
    if (newRow.is_open) return;
    const entered = typed.current;
    const hit = namedRow(matches, entered);
    if (entered !== '' && hit) select(hit.id);
    else if (entered !== '') onChange(withText(ids, entered, isMany));
    setIsOpen(false);
    onBlur();
  };
  return (
    <>
      <div onKeyDownCapture={onKey}>
        <TreeSelect<{ value: number; label: string } | { value: number; label: string }[] | undefined>
          id={id}
          aria-label={label}
          disabled={disabled}
          status={status}
          onBlur={handleBlur}
          labelInValue
          multiple={isMany}
          allowClear={clearing(t)}
          placeholder={t('kit.choose')}
          style={{ width: '100%' }}
          open={isOpen}
          onOpenChange={setIsOpen}
          // The component warns of null, and takes over from undefined.
          value={isMany ? labelled : labelled[0]}
          treeData={tree}
          treeExpandedKeys={[...(expanded ?? (only_root === null ? [] : [only_root]))]}
          onTreeExpand={(keys) => setExpanded(keys.map(Number))}
          treeDataSimpleMode={{ id: 'id', pId: 'pId', rootPId: 0 }}
          listHeight={320}
          notFoundContent={t('kit.no_choice')}
          // The component clears its search on blur; typed text stays until a choice is made.
          showSearch={{
            searchValue: keyword,
            onSearch: (next) => {
              if (!newRow.is_open && document.activeElement?.id === id) type(next);
            },
            filterTreeNode: false,
            autoClearSearchValue: true,
          }}
          loadData={async ({ value: parent }) => {
            const below = await fetchOptions(resource, { parent_id: String(parent) });
            setOpened((old) => [
              ...old.filter((node) => node.pId !== Number(parent)),
              ...nodesOf(below, Number(parent)),
            ]);
          }}
          onChange={(next) => {
            const chosen = [next ?? []].flat().map((one) => one.value);
            if (chosen.includes(newRowId)) return create(keyword);
            typed.current = '';
            setKeyword('');
            onChange(isMany ? chosen : (chosen[0] ?? null));
          }}
        />
      </div>
      {newRow.dialog}
    </>
  );
}
