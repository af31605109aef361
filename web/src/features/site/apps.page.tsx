import { Link } from 'react-router';
import { getApps, type SiteApp } from '@kaike/shared/contracts/site';
import { formatDay } from '@kaike/shared/kit/format';
import { call } from '../../api/client.ts';
import { useLoad } from '../../app/use-load.ts';
import { useTitle } from '../../app/use-title.ts';
import { useLocale } from '../../app/wording.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card, EmptyState } from '../../ui/parts.tsx';
import { GridSkeleton, LoadFailed } from './cards.tsx';
import { SiteFrame } from './site-frame.tsx';
import css from './site.module.css';
import { siteWords } from './site-words.ts';

const load = (signal: AbortSignal) => call(getApps, { signal });

function AppCard({ app }: { app: SiteApp }) {
  const t = siteWords.useT();
  const locale = useLocale();
  return (
    <li>
      <Card className={css['app'] ?? ''}>
        <h2 className={css['sub']}>{t(`site.apps.platforms.${app.platform}`)}</h2>
        <p className={css['quiet']}>{t('site.apps.version', { version: app.version_name, day: formatDay(app.updated_at, { locale }) })}</p>
        {app.notes ? <p className={css['notes']}>{app.notes}</p> : null}
        <a className={buttonClass('primary')} href={app.url} rel="noopener noreferrer">{t('site.apps.get')}</a>
        {app.sha256 ? <details className={css['sum']}><summary>{t('site.apps.sha256')}</summary><code>{app.sha256}</code></details> : null}
      </Card>
    </li>
  );
}

/** The newest app of each platform. */
export function AppsPage() {
  const t = siteWords.useT();
  const { data, failed, reload } = useLoad(load);
  useTitle(t('site.apps.title'));
  return (
    <SiteFrame>
      <h1 className={css['title']}>{t('site.apps.title')}</h1>
      {failed ? <LoadFailed retry={reload} /> : null}
      {!data && !failed ? <GridSkeleton /> : null}
      {data?.data.length === 0 ? <EmptyState icon="phone" title={t('site.apps.empty')} text={t('site.apps.empty_text')} action={<Link className={buttonClass('primary')} to="/open/courses">{t('site.apps.to_courses')}</Link>} /> : null}
      {data && data.data.length > 0 ? <ul className={css['grid']}>{data.data.map((app) => <AppCard key={app.id} app={app} />)}</ul> : null}
    </SiteFrame>
  );
}
