import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import accountWords from 'virtual:locale/account';
import * as account from '@kaike/shared/contracts/auth/account';
import type { Device } from '@kaike/shared/contracts/auth/personage';
import type { Translate } from '@kaike/shared/kit/wording';
import { useDates } from '../../../app/dates.ts';
import { call } from '../../../api/client.ts';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { toast } from '../../../app/toasts.ts';
import { useTitle } from '../../../app/use-title.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, Skeleton, Tag } from '../../../ui/parts.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { AccountHeader } from './profile/account-header.tsx';
import css from './member-account.module.css';
import { toastError } from './member-account.queries.ts';

const devicesKey = ['account', 'devices'];

/** The device's location; local addresses are shown in words. */
const placeOf = (t: Translate, { address }: Device): string =>
  address === 'this_machine' || address === 'local_network' ? t(`account.device.places.${address}`) : address;

/** The name of the device; browser names are not translated, only WeChat's is. */
const nameOf = (t: Translate, device: Device): string =>
  (device.device_name || t('account.device.unknown')).replace('WeChat', t('account.device.wechat'));

function DeviceRow({ device, end }: { device: Device; end: () => void }) {
  const dates = useDates();
  const t = accountWords.useT();
  const name = nameOf(t, device);
  return (
    <li className={css['device']}>
      <div>
        <strong>{name}</strong>{' '}
        <Tag tone={device.is_current ? 'success' : 'muted'}>
          {t(device.is_current ? 'account.device.current' : `account.device.${device.client_type}`)}
        </Tag>
        <p>
          {[t('account.device.seen', { time: dates.when(device.last_seen_at) }), placeOf(t, device)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p>{t('account.device.since', { time: dates.when(device.issued_at) })}</p>
      </div>
      {device.is_current ? null : (
        <Button onClick={end} aria-label={t('account.device.end_named', { name })}>
          {t('account.device.end')}
        </Button>
      )}
    </li>
  );
}

/** The devices I am logged in on, with a button to end each session. */
export function DevicesPage() {
  const t = accountWords.useT();
  const client = useQueryClient();
  const [target, setTarget] = useState<Device | 'others' | null>(null);
  const { data, isError, error, refetch } = useQuery({
    queryKey: devicesKey,
    queryFn: () => call(account.listDevices),
  });
  useTitle(t('account.device.title'));
  if (isError && !data) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} />;
  const confirm = async (): Promise<void> => {
    if (target === 'others') {
      const { ended } = await call(account.signOutOtherDevices);
      toast('success', t('account.device.others_ended', { count: ended }));
    } else if (target) {
      await call(account.signOutDevice, { params: { id: target.id } });
      toast('success', t('account.device.ended'));
    }
    setTarget(null);
    await client.invalidateQueries({ queryKey: devicesKey });
  };
  const close = (): void => setTarget(null);
  return (
    <div className={css['stack']}>
      <AccountHeader title={t('account.device.title')} />
      <Card>
        <ul className={css['rows']}>
          {data.devices.map((device) => (
            <DeviceRow key={device.id} device={device} end={() => setTarget(device)} />
          ))}
        </ul>
        {data.devices.length > 1 ? (
          <Button look="danger" block onClick={() => setTarget('others')}>
            {t('account.device.end_others')}
          </Button>
        ) : (
          <p className={css['muted']}>{t('account.device.only')}</p>
        )}
      </Card>
      <Sheet
        open={target !== null}
        title={
          target === null || target === 'others'
            ? t('account.device.end_others')
            : t('account.device.end_named', { name: nameOf(t, target) })
        }
        onClose={close}
        bottom
        closeLabel={t('account.device.cancel')}
      >
        <p className={css['muted']}>{t('account.device.confirm_text')}</p>
        <Button look="danger" block onClick={() => void confirm().catch(toastError)}>
          {t('account.device.confirm')}
        </Button>
      </Sheet>
    </div>
  );
}
