import { Alert, Button, Checkbox, Empty, Input, Skeleton } from '../../../../kit/widgets.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { RolePreview } from '@kaike/shared/contracts/people/roles';
import * as rolesApi from '@kaike/shared/contracts/people/roles';
import { formatNumber } from '@kaike/shared/kit/format';
import type { roles } from '@kaike/shared/resources/people/roles';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';
import { useCan } from '../../../../app/session.ts';
import { toast } from '../../../../app/toasts.ts';
import { useT } from '../../../../app/wording.ts';
import { RelationSelect } from '../../../../kit/fields/relation/relation-select.tsx';
import { LoadError } from '../../../../kit/load-error.tsx';
import type { PanelProps } from '../../../../kit/resource-view.ts';
import { matrixOf, press, searchMatrix, summarise, adoptPermissions, type MatrixGroup } from './matrix.ts';
import { PermissionMatrix } from './permission-matrix.tsx';
import css from './permissions.module.css';

const PermissionReview = lazy(async () => ({ default: (await import('./permission-review.tsx')).PermissionReview }));

type Props = PanelProps<typeof roles, { is_protected: boolean }>;
type Review = { preview: RolePreview; only_menu: boolean };
type Word = (key: string, params?: Record<string, string | number>) => string;

const useWord = (): Word => {
  const t = useT();
  return (key, params) => t(`resources.roles.${key}`, params);
};

const readPermissions = (id: number) => call(rolesApi.getRolePermissions, { params: { id } });

/** The saved permissions of a role and a draft of others, with a dry run before they are saved. */
function usePermissions({ row, reload }: Props) {
  const word = useWord();
  const [draft, setDraft] = useState<ReadonlySet<number> | null>(null);
  const [cascade, setCascade] = useState(true);
  const [busy, setBusy] = useState(false);
  const [review, setReview] = useState<Review | null>(null);
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['roles', 'permissions', row.id],
    queryFn: () => readPermissions(row.id),
  });
  const held = useMemo(() => new Set((data?.tree ?? []).filter((node) => node.checked).map((node) => node.id)), [data]);
  const chosen = draft ?? held;
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'record.stale') toast('warning', word('stale'));
      else if (!error.handled) toast('error', error.message);
      await refetch();
    } finally {
      setBusy(false);
    }
  };
  const body = { permission_ids: [...chosen].toSorted((a, b) => a - b), cascade_cancel: cascade };
  const showPreview = (onlyMenu: boolean): Promise<void> =>
    attempt(async () =>
      setReview({ preview: await call(rolesApi.previewRole, { params: { id: row.id }, body }), only_menu: onlyMenu }),
    );
  const save = (): Promise<void> =>
    attempt(async () => {
      await call(rolesApi.updateRolePermissions, {
        params: { id: row.id },
        body: { ...body, version: data?.version ?? 0 },
      });
      toast('success', word('saved'));
      setReview(null);
      setDraft(null);
      reload();
    });
  const startLike = (other: number): Promise<void> =>
    attempt(async () => {
      if (!data) return;
      const { ids, left_out } = adoptPermissions(data.tree, (await readPermissions(other)).tree);
      setDraft(ids);
      if (left_out > 0) toast('info', word('left_out', { count: left_out }));
    });
  return {
    data,
    isError,
    error,
    refetch,
    held,
    chosen,
    setDraft,
    cascade,
    setCascade,
    busy,
    review,
    setReview,
    showPreview,
    save,
    startLike,
  };
}

type Permissions = ReturnType<typeof usePermissions>;

/** Whose role this is, which rows they see, and what they may do, in words. */
function Aside({
  row,
  groups,
  chosen,
}: Pick<Props, 'row'> & { groups: readonly MatrixGroup[]; chosen: ReadonlySet<number> }) {
  const word = useWord();
  const t = useT();
  const maySeeAdmins = useCan('admin.admins.list');
  const areas = summarise(groups, chosen);
  const admins = word('admins', { count: formatNumber(row.admin_count ?? 0) });
  return (
    <aside className={css['aside']} aria-label={word('summary')}>
      <dl>
        <dt>{word('fields.data_scope')}</dt>
        <dd>
          {word(`choices.data_scope.${row.data_scope}`)}
          <small>{word(`scope_note.${row.data_scope}`)}</small>
        </dd>
        <dt>{word('holders')}</dt>
        <dd>
          {maySeeAdmins && row.admin_count ? (
            <Link to={`/admin/admins?where[role_ids]=${row.id}`}>{admins}</Link>
          ) : (
            admins
          )}
        </dd>
      </dl>
      <h3 className={css['heading']}>{word('summary')}</h3>
      {areas.length === 0 ? <p className="kk-muted">{word('may_nothing')}</p> : null}
      <ul className={css['may']}>
        {areas.map(({ key, title, pages }) => (
          <li key={key}>
            <b>{title}</b>
            {t('lists.colon')}
            {pages
              .map(({ title: page, may }) =>
                word('may', { page, what: may === 'all' ? word('everything') : may.join(t('lists.and')) }),
              )
              .join(word('between'))}
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** How the draft differs from what is saved, and what can be done with it. */
function Foot({
  row,
  permissions: { held, chosen, busy, review, ...rest },
  disabled,
}: Pick<Props, 'row'> & { permissions: Permissions; disabled: boolean }) {
  const word = useWord();
  const gained = [...chosen].filter((id) => !held.has(id)).length;
  const lost = [...held].filter((id) => !chosen.has(id)).length;
  const changes = gained + lost;
  return (
    <div className={css['foot']}>
      <span className={css['count']} aria-live="polite">
        {word('chosen', { count: formatNumber(chosen.size) })}
        {gained > 0 ? <b className={css['more']}> · {word('gained', { count: gained })}</b> : null}
        {lost > 0 ? <b className={css['less']}> · {word('lost', { count: lost })}</b> : null}
        {changes > 0 ? ` · ${word('affects', { count: formatNumber(row.admin_count ?? 0) })}` : ''}
      </span>
      {lost > 0 ? (
        <Checkbox checked={rest.cascade} onChange={(event) => rest.setCascade(event.target.checked)}>
          {word('cascade')}
        </Checkbox>
      ) : null}
      <Button loading={busy && review === null && changes === 0} onClick={() => void rest.showPreview(true)}>
        {word('preview')}
      </Button>
      {changes > 0 ? (
        <Button disabled={busy} onClick={() => rest.setDraft(null)}>
          {word('reset')}
        </Button>
      ) : null}
      <Button
        type="primary"
        loading={busy && changes > 0}
        disabled={disabled || changes === 0}
        onClick={() => void rest.showPreview(false)}
      >
        {word('review')}
      </Button>
    </div>
  );
}

/** The permissions of a role, as a matrix of pages and operations beside what they mean. */
export function PermissionPanel(props: Props) {
  const { row } = props;
  const t = useT();
  const word = useWord();
  const [search, setSearch] = useState('');
  const permissions = usePermissions(props);
  const { data, isError, error, refetch, held, chosen, review } = permissions;
  const all = useMemo(() => matrixOf(data?.tree ?? [], t('resources.roles.view')), [data, t]);
  const matches = useMemo(() => searchMatrix(all, search), [all, search]);
  if (isError) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  if (row.is_protected) return <Alert type="info" showIcon title={word('super')} />;
  const disabled = !data.is_editable || !props.permissions.includes('update');
  return (
    <div className={css['panel']}>
      <div className={css['matrix']}>
        {disabled ? <Alert type="info" showIcon title={word('not_yours')} style={{ marginBottom: 12 }} /> : null}
        <div className={css['tools']}>
          <Input
            allowClear
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            placeholder={word('search_permission')}
            aria-label={word('search_permission')}
          />
          {disabled ? null : (
            <RelationSelect
              resource="roles"
              value={null}
              label={word('like')}
              placeholder={word('like')}
              onChange={(id) => {
                if (typeof id === 'number') void permissions.startLike(id);
              }}
            />
          )}
        </div>
        {matches.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('resources.configs.no_match_hint')} />
        ) : (
          <PermissionMatrix
            groups={matches}
            isSearch={search.trim() !== ''}
            held={held}
            chosen={chosen}
            disabled={disabled}
            press={(ids) => permissions.setDraft(press(data.tree, { before: chosen, ids }))}
            word={t}
          />
        )}
        <Foot row={row} permissions={permissions} disabled={disabled} />
      </div>
      <Aside row={row} groups={all} chosen={chosen} />
      {review ? (
        <Suspense>
          <PermissionReview
            {...review}
            busy={permissions.busy}
            close={() => permissions.setReview(null)}
            save={() => void permissions.save()}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
