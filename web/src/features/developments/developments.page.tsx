import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import consoleWords from 'virtual:words/console';
import words from 'virtual:words/developments';
import forgeWords from 'virtual:words/forge';
import { PageTitle } from '../../kit/pages/page-title.tsx';
import css from './developments.module.css';
import { ErrorsTab } from './errors-tab.tsx';
import { JobsTab } from './jobs-tab.tsx';
import { MigrationsTab } from './migrations-tab.tsx';
import { RoutesTab } from './routes-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { TablesTab } from './tables-tab.tsx';
import { WordingTab } from './wording-tab.tsx';

// What is more than a list loads when it is opened, with its words.
const CommandsTab = lazy(async () => {
  const [{ CommandsTab: tab }] = await Promise.all([import('./commands/commands-tab.tsx'), consoleWords.load()]);
  return { default: tab };
});
const ResourceTab = lazy(async () => {
  const [{ ResourceTab: tab }] = await Promise.all([import('./forge/resource-tab.tsx'), forgeWords.load()]);
  return { default: tab };
});
const FieldTab = lazy(async () => {
  const [{ FieldTab: tab }] = await Promise.all([import('./forge/field-tab.tsx'), forgeWords.load()]);
  return { default: tab };
});

const tabs = [
  { key: 'routes', children: <RoutesTab /> },
  { key: 'tables', children: <TablesTab /> },
  { key: 'migrations', children: <MigrationsTab /> },
  { key: 'jobs', children: <JobsTab /> },
  { key: 'errors', children: <ErrorsTab /> },
  { key: 'wording', children: <WordingTab /> },
  { key: 'settings', children: <SettingsTab /> },
  { key: 'commands', children: <CommandsTab /> },
  { key: 'generate', children: <ResourceTab /> },
  { key: 'add_field', children: <FieldTab /> },
];

/** What a developer looks up on this server, commands, and what writes source. */
export function DevelopmentsPage() {
  const t = words.useT();
  const [params, setParams] = useSearchParams();
  const chosen = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0];
  return (
    <div className={css['page']}>
      <PageTitle title={t('pages.developments')} />
      <p className="kk-muted">
        {t('developments.hint')} <a href="/local/outbox">{t('developments.outbox')}</a>
      </p>
      <div className="kk-panel kk-padded">
        <nav className={css['tabs']} aria-label={t('pages.developments')}>
          {tabs.map(({ key }) => (
            <button key={key} type="button" aria-current={key === chosen?.key} onClick={() => setParams({ tab: key })}>
              {t(`developments.tabs.${key}`)}
            </button>
          ))}
        </nav>
        <Suspense fallback={<p aria-busy="true">…</p>}>
          <div key={chosen?.key}>{chosen?.children}</div>
        </Suspense>
      </div>
    </div>
  );
}
