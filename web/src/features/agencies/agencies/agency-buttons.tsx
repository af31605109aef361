import type { agencies } from '@kaike/shared/resources/agencies/agencies';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import agencyWords from 'virtual:locale/agencies';
import * as agenciesApi from '@kaike/shared/contracts/agencies/agencies';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { call } from '../../../api/client.ts';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import { useCan, useSession } from '../../../app/session.ts';
import { ReasonDialog } from '../../../kit/form/reason-dialog.tsx';
import type { PanelProps } from '../../../kit/resource-view.ts';
import { useUrlAction } from '../../../kit/use-url-action.ts';
import { Button, Modal } from '../../../kit/widgets.ts';
import { PasswordNote } from './password-note.tsx';

const MobileDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./mobile-dialog.tsx'))).MobileDialog,
}));

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
      run={async (reason) =>
        setLogin(await call(agenciesApi.resetAgencyPassword, { params: { id }, body: { reason } }))
      }
    />
  );
}

/** Its statement, and what concerns its login. */
export function AgencyButtons({ row, permissions, reload }: PanelProps<typeof agencies>) {
  const t = agencyWords.useT();
  const navigate = useNavigate();
  const [renewing, setRenewing] = useState(false);
  const [isMoving, setMoving] = useState(false);
  useUrlAction((name) => {
    const isMine = name === 'new-password' && permissions.includes('new-password');
    if (isMine) setRenewing(true);
    return isMine;
  });
  const own = useSession((state) => state.user?.admin?.agency_id);
  const maySeeLedger = useCan('admin.card-num-logs.list');
  const mayMove = permissions.includes('mobile-phone') && row.status !== agencyStatus.ended && row.id !== own;
  return (
    <>
      {maySeeLedger ? (
        <Button size="small" onClick={() => void navigate(`/admin/agencies/${row.id}/statement`)}>
          {t('agencies.statement')}
        </Button>
      ) : null}
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
