import siteWords from 'virtual:locale/site';
import type { SiteApp } from '@kaike/shared/contracts/site/site';
import * as site from '@kaike/shared/contracts/site/site';
import { useDates } from '../../../app/dates.ts';
import { call } from '../../../api/client.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/parts.tsx';
import { ListPage } from './list-page.tsx';
import css from './site.module.css';

const load = (signal: AbortSignal) => call(site.listApps, { signal });

function AppCard({ app }: { app: SiteApp }) {
  const dates = useDates();
  const t = siteWords.useT();
  return (
    <li>
      <Card className={css['app'] ?? ''}>
        <h2 className={css['sub']}>{t(`site.apps.platforms.${app.platform}`)}</h2>
        <p className={css['quiet']}>
          {t('site.apps.version', { version: app.version_name, day: dates.day(app.updated_at) })}
        </p>
        {app.notes ? <p className={css['notes']}>{app.notes}</p> : null}
        <a className={buttonClass('primary')} href={app.url} rel="noopener noreferrer" data-outside>
          {t('site.apps.get')}
        </a>
        {app.sha256 ? (
          <details className={css['sum']}>
            <summary>{t('site.apps.sha256')}</summary>
            <code>{app.sha256}</code>
          </details>
        ) : null}
      </Card>
    </li>
  );
}

/** The latest app for each platform. */
export function AppsPage() {
  const t = siteWords.useT();
  return (
    <ListPage
      title={t('site.apps.title')}
      load={load}
      empty={{
        icon: 'phone',
        title: t('site.apps.empty'),
        text: t('site.apps.empty_text'),
        is: ({ data }) => data.length === 0,
      }}
    >
      {({ data }) => (
        <ul className={css['grid']}>
          {data.map((app) => (
            <AppCard key={app.id} app={app} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}
