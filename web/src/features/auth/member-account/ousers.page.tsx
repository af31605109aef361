import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import thirdPartyWords from 'virtual:locale/third_party';
import * as thirdParty from '@kaike/shared/contracts/auth/third-party';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { useDates } from '../../../app/dates.ts';
import { ApiError } from '../../../api/api-error.ts';
import { apiBase, call } from '../../../api/client.ts';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { toast } from '../../../app/toasts.ts';
import { useTitle } from '../../../app/use-title.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card, EmptyState, Skeleton } from '../../../ui/parts.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { AccountHeader } from './profile/account-header.tsx';
import css from './member-account.module.css';
import own from './other-login.module.css';
import { ServiceMark } from './other-logins/service-mark.tsx';

type Service = ResponseOf<typeof thirdParty.listIdentities>['services'][number];

const key = ['account', 'ousers'];
const pagePath = '/home/personage/ousers';

function ServiceRow({ service, unbind }: { service: Service; unbind: () => void }) {
  const dates = useDates();
  const t = thirdPartyWords.useT();
  const { type, ouser, is_offered } = service;
  const name = t(`third_party.types.${type}`);
  const state = ouser
    ? `${ouser.nickname} ${ouser.bound_at ? t('third_party.since', { time: dates.day(ouser.bound_at) }) : ''}`
    : t('third_party.not_bound');
  return (
    <li className={own['service']}>
      <ServiceMark type={type} />
      <div>
        <strong>{name}</strong>
        <p>{state}</p>
        {is_offered ? null : <p>{t('third_party.off')}</p>}
      </div>
      {ouser ? (
        <Button onClick={unbind} aria-label={t('third_party.unbind_named', { name })}>
          {t('third_party.unbind')}
        </Button>
      ) : (
        <a
          className={buttonClass('primary')}
          href={`${apiBase()}/open/other-login/${type}?purpose=bind&back_url=${encodeURIComponent(pagePath)}`}
          aria-label={t('third_party.do_bind_named', { name })}
        >
          {t('third_party.do_bind')}
        </a>
      )}
    </li>
  );
}

/** The third-party identities I can sign in with. */
export function OusersPage() {
  const t = thirdPartyWords.useT();
  const client = useQueryClient();
  const [selected, setSelected] = useState<Service | null>(null);
  const [busy, setBusy] = useState(false);
  const { data, isError, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(thirdParty.listIdentities, { quiet: true }),
  });
  useTitle(t('third_party.title'));
  const close = (): void => setSelected(null);
  const unbind = async (id: number): Promise<void> => {
    setBusy(true);
    try {
      const { message } = await call(thirdParty.unlinkIdentity, { params: { id } });
      toast('success', message);
    } catch (error) {
      if (error instanceof ApiError && !error.handled) toast('error', error.message);
    }
    setBusy(false);
    close();
    await client.invalidateQueries({ queryKey: key });
  };
  const name = selected ? t(`third_party.types.${selected.type}`) : '';
  return (
    <div className={css['stack']}>
      <AccountHeader title={t('third_party.title')} />
      {isError && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton height={200} /> : null}
      {data?.services.length === 0 ? (
        <EmptyState icon="user" title={t('third_party.empty')} text={t('third_party.empty_text')} />
      ) : null}
      {data && data.services.length > 0 ? (
        <Card>
          <p className={css['muted']}>{t('third_party.intro')}</p>
          <ul className={css['rows']}>
            {data.services.map((service) => (
              <ServiceRow
                key={`${service.type}${service.ouser?.id ?? ''}`}
                service={service}
                unbind={() => setSelected(service)}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      <Sheet
        open={selected !== null}
        bottom
        title={t('third_party.unbind_named', { name })}
        onClose={close}
        closeLabel={t('common.close')}
      >
        <p className={css['muted']}>
          {t('third_party.unbind_text', { name, nickname: selected?.ouser?.nickname ?? '' })}
        </p>
        <div className={css['buttons']}>
          <Button look="danger" block busy={busy} onClick={() => void unbind(selected?.ouser?.id ?? 0)}>
            {t('third_party.unbind')}
          </Button>
          <Button look="ghost" block onClick={close}>
            {t('third_party.keep')}
          </Button>
        </div>
      </Sheet>
    </div>
  );
}
