import { useQuery, useQueryClient } from '@tanstack/react-query';
import accountWords from 'virtual:locale/personage_admin';
import type { Device } from '@kaike/shared/contracts/auth/personage';
import * as personage from '@kaike/shared/contracts/auth/personage';
import { formatDateTime } from '@kaike/shared/kit/format';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import { Button, Modal, Skeleton } from '../../../kit/widgets.ts';
import css from './admin-account.module.css';

const devicesKey = ['personage', 'devices'];

function DeviceRow({ device, end }: { device: Device; end: (device: Device) => void }) {
  const t = accountWords.useT();
  const label =
    device.address === 'this_machine' || device.address === 'local_network'
      ? t(`personage_admin.device.places.${device.address}`)
      : '';
  const place = [label, device.ip].filter(Boolean).join(' · ') || '–';
  const name = device.device_name || t('personage_admin.device.unknown');
  return (
    <li className={css['device']}>
      <div>
        <strong>{name}</strong>{' '}
        {device.is_current ? (
          <span className="kk-tag kk-tag-success">{t('personage_admin.device.current')}</span>
        ) : (
          <span className="kk-tag kk-tag-muted">{t(`personage_admin.device.${device.client_type}`)}</span>
        )}
        <div className="kk-muted">
          {t('personage_admin.device.place')} {place}
        </div>
        <div className="kk-muted">
          {t('personage_admin.device.seen')}{' '}
          <time dateTime={device.last_seen_at}>{formatDateTime(device.last_seen_at).slice(0, 16)}</time>，
          {t('personage_admin.device.since')}{' '}
          <time dateTime={device.issued_at}>{formatDateTime(device.issued_at).slice(0, 16)}</time>
        </div>
      </div>
      {device.is_current ? null : (
        <Button danger onClick={() => end(device)} aria-label={t('personage_admin.device.end_title', { name })}>
          {t('personage_admin.device.end')}
        </Button>
      )}
    </li>
  );
}

/** The devices I am logged in on, with a button to end each session. */
export function DevicesPanel() {
  const t = accountWords.useT();
  const client = useQueryClient();
  const { data, isError, error, refetch } = useQuery({
    queryKey: devicesKey,
    queryFn: () => call(personage.listDevices, { in_place: true }),
  });
  const confirmAct = (title: string, act: () => Promise<string>): void => {
    Modal.confirm({
      title,
      content: t('personage_admin.device.end_text'),
      okText: t('personage_admin.device.end'),
      cancelText: t('kit.cancel'),
      okButtonProps: { danger: true, autoInsertSpace: false },
      cancelButtonProps: { autoInsertSpace: false },
      onOk: async () => {
        try {
          toast('success', await act());
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (!error.handled) toast('error', error.message);
        }
        await client.invalidateQueries({ queryKey: devicesKey });
      },
    });
  };
  if (isError) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const others = data.devices.filter((device) => !device.is_current);
  const end = (device: Device): void =>
    confirmAct(
      t('personage_admin.device.end_title', { name: device.device_name || t('personage_admin.device.unknown') }),
      async () => {
        await call(personage.signOutDevice, { params: { id: device.id } });
        return t('personage_admin.device.ended');
      },
    );
  const endOthers = (): void =>
    confirmAct(t('personage_admin.device.end_others_title', { count: others.length }), async () => {
      const { ended } = await call(personage.signOutOtherDevices);
      return t('personage_admin.device.others_ended', { count: ended });
    });
  return (
    <>
      <ul className={css['devices']}>
        {data.devices.map((device) => (
          <DeviceRow key={device.id} device={device} end={end} />
        ))}
      </ul>
      {others.length > 0 ? (
        <Button onClick={endOthers}>{t('personage_admin.device.end_others')}</Button>
      ) : (
        <p className="kk-muted">{t('personage_admin.device.only')}</p>
      )}
    </>
  );
}
