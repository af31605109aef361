import { Alert, Button, Checkbox, Input, Skeleton, Tree } from 'antd';
import type { TreeDataNode } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { getRolePermissions, putRolePermissions } from '@kaike/shared/contracts/roles';
import type { AnswerOf } from '@kaike/shared/kit/contract';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { toast } from '../app/toasts.ts';
import { useT } from '../app/wording.ts';
import { LoadError } from './load-error.tsx';
import type { PanelProps } from './resource-view.ts';

type Permission = AnswerOf<typeof getRolePermissions>['tree'][number];

function buildTree(tree: readonly Permission[], parent: number | null, search: string): TreeDataNode[] {
  return tree.filter((node) => node.parent_id === parent).flatMap((node): TreeDataNode[] => {
    const children = buildTree(tree, node.id, search);
    const isHit = node.title.toLowerCase().includes(search.toLowerCase());
    if (search !== '' && !isHit && children.length === 0) return [];
    return [{ key: node.id, title: node.title, children, disableCheckbox: !node.allowed }];
  });
}

/** Leaves decide; a page with operations below it is itself a permission (to see the list). */
const checkedOf = (tree: readonly Permission[]): number[] => tree.filter((node) => node.checked).map((node) => node.id);

/** What a role may do: a tree with search, and a summary of who gains and loses what before saving. */
export function PermissionTree({ row, permissions, reload }: PanelProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<number[] | null>(null);
  const [cascade, setCascade] = useState(true);
  const [busy, setBusy] = useState(false);
  const { data, isError, refetch } = useQuery({ queryKey: ['roles', 'permissions', row.id], queryFn: () => call(getRolePermissions, { params: { id: row.id } }) });
  const nodes = useMemo(() => buildTree(data?.tree ?? [], null, search), [data, search]);
  if (isError) return <LoadError retry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const held = checkedOf(data.tree);
  const now = chosen ?? held;
  const gained = now.filter((id) => !held.includes(id));
  const lost = held.filter((id) => !now.includes(id));
  const isSuper = row['code'] === 'super_admin' || data.tree.every((node) => !node.allowed);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(putRolePermissions, { params: { id: row.id }, body: { permission_ids: now, cascade_cancel: cascade, version: data.version } });
      toast('success', t('resources.roles.saved'));
      setChosen(null);
      reload();
    } catch (error) {
      if (error instanceof ApiError && !error.handled) toast('error', error.message);
      await refetch();
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="kk-permissions">
      {isSuper ? <Alert type="info" showIcon title={t('resources.roles.super')} /> : <p className="kk-muted">{t('resources.roles.permissions_hint')}</p>}
      <Input allowClear value={search} onChange={(event) => setSearch(event.target.value)} placeholder={t('resources.roles.search_permission')} aria-label={t('resources.roles.search_permission')} />
      <Tree
        checkable checkStrictly selectable={false} treeData={nodes} key={search === '' ? 'all' : 'found'} defaultExpandAll disabled={isSuper || !permissions.includes('update')} checkedKeys={now} height={420}
        onCheck={(checked, info) => {
          const keys = new Set((Array.isArray(checked) ? checked : checked.checked).map(Number));
          // A branch takes what is below it along, an operation brings its page.
          const below = (node: TreeDataNode): void => { for (const child of node.children ?? []) { if (!child.disableCheckbox) { if (info.checked) keys.add(Number(child.key)); else keys.delete(Number(child.key)); } below(child); } };
          below(info.node);
          let parent = data.tree.find((one) => one.id === Number(info.node.key))?.parent_id;
          while (info.checked && parent) {
            keys.add(parent);
            parent = data.tree.find((one) => one.id === parent)?.parent_id;
          }
          setChosen([...keys]);
        }}
      />
      <div className="kk-buttons">
        <Checkbox checked={cascade} onChange={(event) => setCascade(event.target.checked)}>{t('resources.roles.cascade')}</Checkbox>
        <span className="kk-muted">{t('resources.roles.gained', { count: gained.length })}，{t('resources.roles.lost', { count: lost.length })}</span>
        <Button type="primary" loading={busy} disabled={gained.length + lost.length === 0} onClick={() => void save()}>{t('resources.roles.save_permissions')}</Button>
      </div>
    </div>
  );
}
