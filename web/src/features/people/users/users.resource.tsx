import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { users } from '@kaike/shared/resources/people/users';
import { lazy, Suspense, useState } from 'react';
import usersWords from 'virtual:locale/users_admin';
import { useT } from '../../../app/wording.ts';
import { RecordLink } from '../../../kit/detail/record-link.tsx';
import type { PanelProps, ResourceView } from '../../../kit/resource-view.ts';
import { Button } from '../../../kit/widgets.ts';
import css from './users.module.css';

type Identity = { id: number; provider: string; nickname: string };
type Account = {
  member_name?: string | null;
  admin_roles?: string | null;
  live_sessions?: number;
  identities?: Identity[];
};

const ResetPassword = lazy(async () => ({ default: (await import('./reset-password.tsx')).ResetPassword }));

/** An id, and what it is called, as a link to its member or administrator. */
function bound(resource: 'members' | 'admins', id: unknown, name: string | null = '') {
  return typeof id === 'number' ? (
    <RecordLink resource={resource} id={id}>
      {`#${id} ${name ?? ''}`.trim()}
    </RecordLink>
  ) : (
    <span className="kk-none">–</span>
  );
}

function Identities({ of }: { of: readonly Identity[] }) {
  const t = usersWords.useT();
  const area = useT();
  if (of.length === 0) return <span className="kk-muted">{t('users_admin.no_identities')}</span>;
  return (
    <ul>
      {of.map(({ id, provider, nickname }) => (
        <li key={id}>
          <RecordLink resource="ousers" id={id}>
            {area(`resources.ousers.choices.provider.${provider}`)} · {nickname || t('users_admin.unnamed')}
          </RecordLink>
        </li>
      ))}
    </ul>
  );
}

/** The account's owner, its devices, and password reset. */
function AccountPanel({ row, permissions, reload }: PanelProps<typeof users, Account>) {
  const t = usersWords.useT();
  const [resetting, setResetting] = useState(false);
  const { member_name: member, admin_roles: roles, live_sessions: sessions = 0, identities = [] } = row;
  const none = <span className="kk-muted">{t('users_admin.none')}</span>;
  const close = (): void => {
    setResetting(false);
    reload();
  };
  const name = String(row.name || row.username || `#${row.id}`);
  return (
    <section className={css['panel']}>
      <dl className={css['facts']}>
        <dt>{t('users_admin.member')}</dt>
        <dd>{row.member_id ? bound('members', row.member_id, member) : none}</dd>
        <dt>{t('users_admin.admin')}</dt>
        <dd>{row.admin_id ? bound('admins', row.admin_id, roles) : none}</dd>
        <dt>{t('users_admin.sessions')}</dt>
        <dd>{t('users_admin.sessions_count', { count: sessions })}</dd>
        <dt>{t('users_admin.identities')}</dt>
        <dd>
          <Identities of={identities} />
        </dd>
      </dl>
      {permissions.includes('reset-password') && row.status !== userStatus.cancelled ? (
        <div className="kk-buttons">
          <Button onClick={() => setResetting(true)}>{t('users_admin.reset')}</Button>
        </div>
      ) : null}
      {resetting ? (
        <Suspense>
          <ResetPassword id={row.id} name={name} close={close} />
        </Suspense>
      ) : null}
    </section>
  );
}

export const resourceView: ResourceView<typeof users> = {
  panels: [
    { key: 'account', wording: 'resources.users.detail.account', panel: AccountPanel, permission: 'show', first: true },
  ],
};
