import type { agencies } from '@kaike/shared/resources/agencies';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import agencyWords from 'virtual:words/agencies';
import { resetAgencyPassword, getAgencyImpact } from '@kaike/shared/contracts/agencies';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { formatNumber } from '@kaike/shared/kit/format';
import { call } from '../../api/client.ts';
import { loadChunk } from '../../app/loading/load-chunk.ts';
import { useSession } from '../../app/session.ts';
import { ReasonDialog } from '../../kit/form/reason-dialog.tsx';
import { LoadError } from '../../kit/load-error.tsx';
import type { PanelProps } from '../../kit/resource-view.ts';
import { Button, Modal, Skeleton } from '../../kit/widgets.ts';
import css from './agencies.module.css';
import { PasswordNote } from './password-note.tsx';

const MobileDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./mobile-dialog.tsx'))).MobileDialog,
}));

const effects = [
  'balance',
  'stock',
  'issued',
  'activated',
  'agencies',
  'members',
  'logins',
  'sessions',
  'waiting',
] as const;

function NewPassword({ id, close }: { id: number; close: () => void }) {
  const t = agencyWords.useT();
  const [login, setLogin] = useState<{ username: string; password: string } | null>(null);
  const title = t('agencies.new_password');
  return login ? (
    <Modal open title={title} onCancel={close} mask={{ closable: false }} destroyOnHidden footer={null}>
      <PasswordNote title={title} login={login} done={close} />
    </Modal>
  ) : (
    <ReasonDialog
      title={title}
      text={t('agencies.new_password_hint')}
      label={t('agencies.reason')}
      ok={title}
      close={close}
      run={async (reason) => setLogin(await call(resetAgencyPassword, { params: { id }, body: { reason } }))}
    />
  );
}

/** What depends on this agency, to be checked before it is frozen or ended, with links to its ledger. */
export function AgencyPanel({ row, permissions, reload }: PanelProps<typeof agencies>) {
  const t = agencyWords.useT();
  const [renewing, setRenewing] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const own = useSession((state) => state.user?.admin?.agency_id);
  const mayMove = permissions.includes('mobile-phone') && row.status !== agencyStatus.ended && row.id !== own;
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['agencies', 'consequences', row.id, row.version],
    gcTime: 0,
    queryFn: ({ signal }) => call(getAgencyImpact, { params: { id: row.id }, signal }),
  });
  if (isError) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <h3>{t('agencies.consequences')}</h3>
      <ul className={`${css['rows'] ?? ''} ${css['effects'] ?? ''}`}>
        {effects.map((key) => (
          <li key={key}>
            <span>{t(`agencies.effect.${key}`)}</span>
            <b>{formatNumber(data[key])}</b>
          </li>
        ))}
      </ul>
      <div className={`kk-buttons ${css['ways'] ?? ''}`}>
        <Link to={`/admin/card-num-logs?where[agency_id]=${row.id}`}>{t('agencies.ledger')}</Link>
        <Link to={`/admin/agencies/${row.id}/statement`}>{t('agencies.statement')}</Link>
        {permissions.includes('new-password') ? (
          <Button size="small" onClick={() => setRenewing(true)}>
            {t('agencies.new_password')}
          </Button>
        ) : null}
        {mayMove ? (
          <Button size="small" onClick={() => setMoving(true)}>
            {t('agencies.mobile.title')}
          </Button>
        ) : null}
      </div>
      {isMoving ? (
        <Suspense fallback={null}>
          <MobileDialog
            id={row.id}
            close={() => setMoving(false)}
            done={() => {
              setMoving(false);
              reload();
            }}
          />
        </Suspense>
      ) : null}
      {renewing ? <NewPassword id={row.id} close={() => setRenewing(false)} /> : null}
    </>
  );
}
