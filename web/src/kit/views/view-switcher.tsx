import { Button, Dropdown, Modal } from 'antd';
import type { MenuProps } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { SavedView } from '@kaike/shared/contracts/office/saved-views';
import type { ListLayout } from '@kaike/shared/kit/list-layout';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { KitIcon } from '../kit-icon.tsx';
import { canonicalQuery, type ListState } from '../list/use-list-state.ts';
import type { ResourceWording } from '../words/use-words.ts';
import { searchOfView, type ListLayoutState, type Views } from './use-views.ts';
import type { NamedView } from './view-dialog.tsx';

/** With the inputs of forms, which no list begins with. */
const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }));

type Props = {
  definition: ResourceDefinition;
  words: ResourceWording;
  views: Views;
  listLayout: ListLayoutState;
  state: ListState;
};

const path = '/admin/saved-views';
const showError = (error: unknown): void => {
  if (error instanceof ApiError && !error.handled) toast('error', error.message);
};

/** The writes on views; each reports its own failure, except those of the dialog, which shows it. */
function useViewWrites({ definition, views, listLayout, state }: Props) {
  const now = (): { query: string; layout: ListLayout } => ({
    query: canonicalQuery(state.search),
    layout: listLayout.layout,
  });
  const run = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'record.stale') await views.reload();
      throw error;
    }
  };
  const attempt = (work: () => Promise<void>): Promise<void> => run(work).catch(showError);
  const update = async (
    view: SavedView,
    change: Partial<Pick<SavedView, 'name' | 'query' | 'layout' | 'role_id'>>,
  ): Promise<SavedView> => {
    const { name, query, layout, role_id } = { ...view, ...change };
    return (
      (await request('PUT', `${path}/${view.id}`, {
        body: { name, query, layout, role_id, version: view.version },
      })) as { view: SavedView }
    ).view;
  };
  const goTo = async (view: SavedView): Promise<void> => {
    await views.reload();
    state.replace(searchOfView(view));
  };
  const chooseDefault = async (id: number | null): Promise<void> => {
    await request('PUT', `${path}/look`, { body: { resource: definition.name, default_view_id: id } });
  };
  return {
    save: (view: SavedView) => attempt(async () => goTo(await update(view, now()))),
    create: (values: NamedView) =>
      run(async () => {
        const { view } = (await request('POST', path, {
          body: { resource: definition.name, ...now(), name: values.name, role_id: values.role_id },
          headers: { 'X-Idempotency-Key': values.key },
        })) as { view: SavedView };
        if (values.is_default) await chooseDefault(view.id);
        await goTo(view);
      }),
    edit: (view: SavedView, values: NamedView) =>
      run(async () => {
        if (view.is_mine) await update(view, { name: values.name, role_id: values.role_id });
        await views.reload();
      }),
    makeDefault: (id: number | null) =>
      attempt(async () => {
        await chooseDefault(id);
        await views.reload();
      }),
    remove: (view: SavedView) =>
      attempt(async () => {
        await request('DELETE', `${path}/${view.id}`);
        state.replace('');
        await views.reload();
      }),
  };
}

type Writes = ReturnType<typeof useViewWrites>;

type Items = NonNullable<MenuProps['items']>;

function entriesOf({ views: { saved }, words: { t } }: Props): Items {
  const entry = (view: SavedView) => ({
    key: `view:${view.id}`,
    label: (
      <>
        {view.name}
        {saved?.default_view_id === view.id ? <span className="kk-muted">{t('lists.views.is_default')}</span> : null}
        {view.is_mine ? null : <span className="kk-muted"> {view.owner}</span>}
      </>
    ),
  });
  const group = (key: 'mine' | 'shared'): Items => {
    const children = (saved?.views ?? []).filter((view) => view.is_mine === (key === 'mine')).map(entry);
    return children.length > 0 ? [{ type: 'group', key, label: t(`lists.views.${key}`), children }] : [];
  };
  return [{ key: 'view:none', label: t('lists.views.all') }, ...group('mine'), ...group('shared')];
}

/** The commands on the active view; a shared one can be left, copied, or made the default. */
function commandsOf({ views: { saved, active, is_changed }, words: { t } }: Props): Items {
  const create = { key: 'create', label: t('lists.views.create') };
  if (!active) return [create];
  const isDefault = saved?.default_view_id === active.id;
  const commands: { key: string; label: string; danger?: boolean; is_own: boolean; needs_change: boolean }[] = [
    { key: 'save', label: t('lists.views.save', { name: active.name }), is_own: true, needs_change: true },
    { key: 'discard', label: t('lists.views.discard'), is_own: false, needs_change: true },
    { ...create, is_own: false, needs_change: false },
    { key: 'edit', label: t('lists.views.edit'), is_own: true, needs_change: false },
    {
      key: 'default',
      label: t(isDefault ? 'lists.views.no_default' : 'lists.views.make_default'),
      is_own: false,
      needs_change: false,
    },
    { key: 'remove', label: t('lists.views.remove'), danger: true, is_own: true, needs_change: false },
  ];
  return commands
    .filter((command) => (!command.is_own || active.is_mine) && (!command.needs_change || is_changed))
    .map(({ key, label, danger }) => ({ key, label, danger: danger ?? false }));
}

const itemsOf = (props: Props): Items => [...entriesOf(props), { type: 'divider', key: 'line' }, ...commandsOf(props)];

function confirmRemove(words: ResourceWording, view: SavedView, remove: Writes['remove']): void {
  Modal.confirm({
    title: words.t('lists.views.remove_title', { name: view.name }),
    content: view.role_id === null ? undefined : words.t('lists.views.remove_shared', { role: view.role_name }),
    okText: words.t('kit.actions.delete'),
    cancelText: words.t('kit.cancel'),
    okButtonProps: { danger: true },
    onOk: () => remove(view),
  });
}

/** The active view, the others, and saving the current state of the list. */
export function ViewSwitcher(props: Props) {
  const { words, views } = props;
  const { t } = words;
  const { saved, active, is_changed } = views;
  const writes = useViewWrites(props);
  const [dialog, setDialog] = useState<'create' | 'edit' | null>(null);
  const onClick = ({ key }: { key: string }): void => {
    if (key.startsWith('view:')) views.choose(Number(key.slice('view:'.length)) || null);
    else if (key === 'create' || key === 'edit') setDialog(key);
    else if (!active) return;
    else if (key === 'save') void writes.save(active);
    else if (key === 'discard') views.choose(active.id);
    else if (key === 'default') void writes.makeDefault(saved?.default_view_id === active.id ? null : active.id);
    else if (key === 'remove') confirmRemove(words, active, writes.remove);
  };
  const label = active ? active.name : t('lists.views.all');
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: itemsOf(props),
          onClick,
          selectable: true,
          selectedKeys: [active ? `view:${active.id}` : 'view:none'],
        }}
      >
        <Button type="text" icon={<KitIcon name="view" />} aria-label={t('lists.views.switch', { name: label })}>
          {label}
          {is_changed ? <span className="kk-muted">{t('lists.views.changed')}</span> : null}
        </Button>
      </Dropdown>
      {active?.is_mine && is_changed ? (
        <Button type="link" onClick={() => void writes.save(active)}>
          {t('kit.save')}
        </Button>
      ) : null}
      {views.has_other_filters ? (
        <Button type="link" onClick={() => setDialog('create')}>
          {t('lists.views.save_as')}
        </Button>
      ) : null}
      {dialog ? (
        <Suspense fallback={null}>
          <ViewDialog
            words={words}
            roles={saved?.roles ?? []}
            view={dialog === 'edit' ? active : null}
            close={() => setDialog(null)}
            save={async (values) => {
              await (dialog === 'edit' && active ? writes.edit(active, values) : writes.create(values));
              setDialog(null);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
