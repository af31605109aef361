import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { MenuNode } from '@kaike/shared/contracts/office/menus';
import * as menus from '@kaike/shared/contracts/office/menus';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { loadMenu } from '../../../app/menu.ts';
import { useCan } from '../../../app/session.ts';
import { toast } from '../../../app/toasts.ts';
import { useLocale, useT } from '../../../app/wording.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import { SortableTree } from '../../../kit/tree/sortable-tree.tsx';
import type { TreeNode } from '../../../kit/tree/tree-moves.ts';
import { wordsOf } from '../../../kit/words/use-words.ts';
import { Alert, Button, Modal, Skeleton } from '../../../kit/widgets.ts';
import type { MenuTarget } from './menu-dialog.tsx';
import { toPositions, toTree } from './menu-nodes.ts';
import { MenuRow, type RowActions } from './menu-row.tsx';
import css from './menus.module.css';

const MenuDialog = lazy(async () => ({ default: (await import('./menu-dialog.tsx')).MenuDialog }));

function useMenuTree() {
  const t = useT();
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['menus', 'tree'],
    queryFn: () => call(menus.getMenuTree, { in_place: true }),
    staleTime: 0,
  });
  const [draft, setDraft] = useState<TreeNode<MenuNode>[] | null>(null);
  const [busy, setBusy] = useState(false);
  const saved = useMemo(() => toTree(data?.nodes ?? []), [data]);
  /** Runs a change, then reloads the menu here and in the sidebar. */
  const run = async (work: () => Promise<unknown>, notice: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
      toast('success', t(`resources.menus.${notice}`));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'record.stale') toast('warning', t('resources.menus.stale'));
      else if (!error.handled) toast('error', error.message);
    } finally {
      setDraft(null);
      await Promise.all([refetch(), loadMenu(true).catch(() => undefined)]);
      setBusy(false);
    }
  };
  return { data, isError, error, refetch, tree: draft ?? saved, isDirty: draft !== null, setDraft, busy, run };
}

type Tree = ReturnType<typeof useMenuTree>;
type ActionsProps = { menu: Tree; setTarget: (target: MenuTarget) => void; titleOf: (node: MenuNode) => string };

/** The actions the person may use: most of them only in local development. */
function useActions({ menu, setTarget, titleOf }: ActionsProps): RowActions {
  const t = useT();
  const [mayShow, mayCreate, mayUpdate, mayDelete] = [
    useCan('admin.menus.status'),
    useCan('admin.menus.create'),
    useCan('admin.menus.update'),
    useCan('admin.menus.delete'),
  ];
  const isLocal = menu.data?.is_local ?? false;
  const remove = (node: MenuNode): void => {
    Modal.confirm({
      title: t('resources.menus.delete_title', { name: titleOf(node) }),
      content: t('resources.menus.delete_text'),
      okText: t('resources.menus.delete'),
      cancelText: t('resources.menus.cancel'),
      okButtonProps: { danger: true },
      onOk: () => menu.run(() => call(menus.deleteMenus, { body: { ids: [node.id] } }), 'deleted'),
    });
  };
  const toggle = ({ id, status }: MenuNode): void =>
    void menu.run(() => call(menus.updateMenuStatus, { body: { ids: [id], status: status === 1 ? 2 : 1 } }), 'saved');
  return {
    toggle: mayShow ? toggle : null,
    edit: isLocal && mayUpdate ? (node) => setTarget({ kind: 'edit', node }) : null,
    add: isLocal && mayCreate ? (node) => setTarget({ kind: 'link', parent_id: node.id }) : null,
    remove: isLocal && mayDelete ? remove : null,
  };
}

function OrderBar({ menu }: { menu: Tree }) {
  const t = useT();
  const word = (key: string): string => t(`resources.menus.${key}`);
  if (!menu.isDirty) return null;
  const save = (): Promise<void> =>
    menu.run(
      () =>
        call(menus.updateMenuPositions, {
          body: { positions: toPositions(menu.tree), revision: menu.data?.revision ?? '' },
        }),
      'moved_saved',
    );
  return (
    <div className={css['bar']} role="region" aria-label={word('unsaved')}>
      <span>{word('unsaved')}</span>
      <Button disabled={menu.busy} onClick={() => menu.setDraft(null)}>
        {word('discard')}
      </Button>
      <Button type="primary" loading={menu.busy} onClick={() => void save()}>
        {word('save_order')}
      </Button>
    </div>
  );
}

function MenuTree({
  menu,
  actions,
  titleOf,
}: {
  menu: Tree;
  actions: RowActions;
  titleOf: (node: MenuNode) => string;
}) {
  const { data, isError, error, refetch, tree, isDirty, setDraft, busy } = menu;
  if (!data)
    return isError ? (
      <LoadError error={error} retry={() => void refetch()} />
    ) : (
      <Skeleton active paragraph={{ rows: 10 }} />
    );
  return (
    <div className="kk-panel" aria-busy={busy}>
      <SortableTree
        nodes={tree}
        titleOf={titleOf}
        disabled={actions.edit === null || busy}
        onChange={setDraft}
        renderRow={(row, { handle }) => (
          <MenuRow
            node={row.node.data}
            depth={row.depth}
            title={titleOf(row.node.data)}
            handle={handle}
            actions={actions}
            busy={busy || isDirty}
          />
        )}
      />
    </div>
  );
}

/** The menu of the back office: order by drag, names in every language, folders, links, and visibility. */
export function MenusPage() {
  const t = useT();
  const locale = useLocale();
  const words = useMemo(() => wordsOf(t, 'menus'), [t]);
  const menu = useMenuTree();
  const [target, setTarget] = useState<MenuTarget | null>(null);
  const titleOf = (node: MenuNode): string => node.names[locale] || node.names['zh-CN'] || t(node.wording ?? node.key);
  const actions = useActions({ menu, setTarget, titleOf });
  const close = (): void => setTarget(null);
  const saved = (): void => {
    close();
    void Promise.all([menu.refetch(), loadMenu(true)]);
  };
  return (
    <div className={css['page']}>
      <PageTitle
        title={words.name}
        extra={
          actions.add ? (
            <Button onClick={() => setTarget({ kind: 'folder' })}>{t('resources.menus.new_folder')}</Button>
          ) : null
        }
      />
      {menu.data && !menu.data.is_local ? <Alert type="info" showIcon title={t('resources.menus.read_only')} /> : null}
      <MenuTree menu={menu} actions={actions} titleOf={titleOf} />
      <OrderBar menu={menu} />
      {target ? (
        <Suspense>
          <MenuDialog target={target} words={words} close={close} saved={saved} />
        </Suspense>
      ) : null}
    </div>
  );
}
