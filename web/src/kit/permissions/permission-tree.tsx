import { Alert, Button, Checkbox, Empty, Input, Skeleton, Tree } from 'antd';
import type { TreeDataNode } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { getRolePermissions, putRolePermissions, previewRole, type RolePreview } from '@kaike/shared/contracts/roles';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { useT } from '../../app/wording.ts';
import { LoadError } from '../load-error.tsx';
import { searchNodes, visibleNodes, tick, type VisibleNode } from './permission-nodes.ts';
import css from './permission-tree.module.css';
import type { PanelProps } from '../resource-view.ts';

const PermissionReview = lazy(async () => ({ default: (await import('./permission-review.tsx')).PermissionReview }));

type Review = { preview: RolePreview; only_menu: boolean };

const treeData = (nodes: readonly VisibleNode[], hint: string): TreeDataNode[] =>
  nodes.map(({ key, title, disabled, children }) => ({
    key,
    title: disabled ? <span title={hint}>{title}</span> : title,
    disableCheckbox: disabled,
    children: treeData(children, hint),
  }));

function usePermissions({ row, reload }: PanelProps) {
  const t = useT();
  const [draftIds, setDraftIds] = useState<number[] | null>(null);
  const [cascade, setCascade] = useState(true);
  const [busy, setBusy] = useState(false);
  const [review, setReview] = useState<Review | null>(null);
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['roles', 'permissions', row.id],
    queryFn: () => call(getRolePermissions, { params: { id: row.id } }),
  });
  const savedIds = useMemo(() => (data?.tree ?? []).filter((node) => node.checked).map((node) => node.id), [data]);
  const now = draftIds ?? savedIds;
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'record.stale') toast('warning', t('resources.roles.stale'));
      else if (!error.handled) toast('error', error.message);
      await refetch();
    } finally {
      setBusy(false);
    }
  };
  const showPreview = (onlyMenu: boolean): Promise<void> =>
    attempt(async () => {
      const preview = await call(previewRole, {
        params: { id: row.id },
        body: { permission_ids: now, cascade_cancel: cascade },
      });
      setReview({ preview, only_menu: onlyMenu });
    });
  const save = (): Promise<void> =>
    attempt(async () => {
      await call(putRolePermissions, {
        params: { id: row.id },
        body: { permission_ids: now, cascade_cancel: cascade, version: data?.version ?? 0 },
      });
      toast('success', t('resources.roles.saved'));
      setReview(null);
      setDraftIds(null);
      reload();
    });
  return {
    data,
    isError,
    error,
    refetch,
    held: savedIds,
    now,
    setChosen: setDraftIds,
    cascade,
    setCascade,
    busy,
    review,
    setReview,
    showPreview,
    save,
  };
}

/** The permissions of a role: a searchable tree whose boxes include all below them, and a dry run before saving. */
export function PermissionTree(props: PanelProps) {
  const t = useT();
  const word = (key: string, params?: Record<string, number>): string => t(`resources.roles.${key}`, params);
  const [search, setSearch] = useState('');
  const {
    data,
    isError,
    error,
    refetch,
    held: savedIds,
    now,
    setChosen: setDraftIds,
    cascade,
    setCascade,
    busy,
    review,
    setReview,
    showPreview,
    save,
  } = usePermissions(props);
  const all = useMemo(() => visibleNodes(data?.tree ?? [], t('resources.roles.view_list')), [data, t]);
  const matches = useMemo(() => searchNodes(all, search), [all, search]);
  if (isError) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const isSuper = props.row['code'] === 'super_admin' || data.tree.every((node) => !node.allowed);
  const mayUpdate = !isSuper && props.permissions.includes('update');
  const [gained, lost] = [
    now.filter((id) => !savedIds.includes(id)).length,
    savedIds.filter((id) => !now.includes(id)).length,
  ];
  return (
    <div className="kk-permissions">
      {isSuper ? (
        <Alert type="info" showIcon title={word('super')} />
      ) : (
        <p className="kk-muted">{word('permissions_hint')}</p>
      )}
      <Input
        allowClear
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        placeholder={word('search_permission')}
        aria-label={word('search_permission')}
      />
      <div className={css['tree']}>
        {matches.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('resources.configs.no_match_hint')} />
        ) : (
          <Tree
            checkable
            selectable={false}
            treeData={treeData(matches, word('not_allowed'))}
            key={search === '' ? 'all' : 'found'}
            defaultExpandAll={search !== ''}
            defaultExpandedKeys={matches.map(({ key }) => key)}
            disabled={!mayUpdate}
            checkedKeys={now.map((id) => `id:${id}`)}
            aria-label={word('permissions')}
            onCheck={(checked) =>
              setDraftIds(
                tick(data.tree, {
                  before: now,
                  matches,
                  keys: (Array.isArray(checked) ? checked : checked.checked).map(String),
                }),
              )
            }
          />
        )}
      </div>
      <div className={css['foot']}>
        <Checkbox checked={cascade} disabled={!mayUpdate} onChange={(event) => setCascade(event.target.checked)}>
          {word('cascade')}
        </Checkbox>
        <span className={css['count']} aria-live="polite">
          {word('gained', { count: gained })}，{word('lost', { count: lost })}
        </span>
        {isSuper ? null : (
          <Button loading={busy && review === null && gained + lost === 0} onClick={() => void showPreview(true)}>
            {word('preview')}
          </Button>
        )}
        {gained + lost > 0 ? (
          <Button disabled={busy} onClick={() => setDraftIds(null)}>
            {word('reset')}
          </Button>
        ) : null}
        <Button
          type="primary"
          loading={busy && gained + lost > 0}
          disabled={!mayUpdate || gained + lost === 0}
          onClick={() => void showPreview(false)}
        >
          {word('review')}
        </Button>
      </div>
      {review ? (
        <Suspense>
          <PermissionReview {...review} busy={busy} close={() => setReview(null)} save={() => void save()} />
        </Suspense>
      ) : null}
    </div>
  );
}
