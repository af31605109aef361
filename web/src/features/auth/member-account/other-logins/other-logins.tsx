import { useEffect, useState } from 'react';
import thirdPartyWords from 'virtual:locale/third_party';
import * as auth from '@kaike/shared/contracts/auth/auth';
import { isLoginType } from '@kaike/shared/domain/auth/third-party';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../../api/client.ts';
import css from '../other-login.module.css';
import { ServiceMark } from './service-mark.tsx';

type Service = ResponseOf<typeof auth.getLoginPage>['other_login'][number];

/** The configured sign-in services that work in this browser; nothing when there is none. */
export function OtherLogins({ backUrl }: { backUrl: string }) {
  const t = thirdPartyWords.useT();
  const [services, setServices] = useState<Service[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    // Without the list the form above still works.
    void Promise.all([call(auth.getLoginPage, { quiet: true, signal: abort.signal }), thirdPartyWords.load()]).then(
      ([page]) => setServices(page.other_login),
      () => undefined,
    );
    return () => abort.abort();
  }, []);
  if (services.length === 0) return null;
  return (
    <section className={css['others']} aria-label={t('third_party.or')}>
      <p aria-hidden>{t('third_party.or')}</p>
      <ul>
        {services.flatMap(({ type, url }) =>
          isLoginType(type)
            ? [
                <li key={type}>
                  <a
                    href={`${url}?back_url=${encodeURIComponent(backUrl)}`}
                    aria-label={t('third_party.with', { name: t(`third_party.types.${type}`) })}
                  >
                    <ServiceMark type={type} />
                    <span aria-hidden>{t(`third_party.types.${type}`)}</span>
                  </a>
                </li>,
              ]
            : [],
        )}
      </ul>
    </section>
  );
}
