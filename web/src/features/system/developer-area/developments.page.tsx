import { lazy, Suspense, type ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import consoleWords from 'virtual:locale/console';
import words from 'virtual:locale/developments';
import forgeWords from 'virtual:locale/forge';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import css from './developer-area.module.css';
import { ErrorsTab } from './errors-tab.tsx';
import { HealthTab } from './health-tab.tsx';
import { JobsTab } from './jobs-tab.tsx';
import { MigrationsTab } from './migrations-tab.tsx';
import { OutboxTab } from './outbox-tab.tsx';
import { ResourcesTab } from './resources-tab.tsx';
import { RoutesTab } from './routes-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { TablesTab } from './tables-tab.tsx';
import { WordingTab } from './wording-tab.tsx';

// What is more than a list loads when it is opened, with its words.
const CommandsTab = lazy(async () => {
  const [{ CommandsTab: tab }] = await Promise.all([import('./commands/commands-tab.tsx'), consoleWords.load()]);
  return { default: tab };
});
const RequestsTab = lazy(async () => ({ default: (await import('./requests/requests-tab.tsx')).RequestsTab }));
const ResourceTab = lazy(async () => {
  const [{ ResourceTab: tab }] = await Promise.all([import('./forge/resource-tab.tsx'), forgeWords.load()]);
  return { default: tab };
});
const FieldTab = lazy(async () => {
  const [{ FieldTab: tab }] = await Promise.all([import('./forge/field-tab.tsx'), forgeWords.load()]);
  return { default: tab };
});

type Tab = { key: string; Content: ComponentType };

const sections: readonly { key: string; tabs: readonly Tab[] }[] = [
  {
    key: 'run',
    tabs: [
      { key: 'health', Content: HealthTab },
      { key: 'requests', Content: RequestsTab },
      { key: 'outbox', Content: OutboxTab },
      { key: 'jobs', Content: JobsTab },
      { key: 'migrations', Content: MigrationsTab },
      { key: 'commands', Content: CommandsTab },
    ],
  },
  {
    key: 'write',
    tabs: [
      { key: 'generate', Content: ResourceTab },
      { key: 'add_field', Content: FieldTab },
    ],
  },
  {
    key: 'read',
    tabs: [
      { key: 'resources', Content: ResourcesTab },
      { key: 'routes', Content: RoutesTab },
      { key: 'tables', Content: TablesTab },
      { key: 'errors', Content: ErrorsTab },
      { key: 'wording', Content: WordingTab },
      { key: 'settings', Content: SettingsTab },
    ],
  },
];
const tabs = sections.flatMap((section) => section.tabs);

function Sections({ chosen, choose }: { chosen: Tab | undefined; choose: (key: string) => void }) {
  const t = words.useT();
  return (
    <nav className={css['sections']} aria-label={t('pages.developments')}>
      {sections.map(({ key: section, tabs: own }) => (
        <div key={section} className={css['section']} role="group" aria-label={t(`developments.sections.${section}`)}>
          <span className="kk-muted" aria-hidden="true">
            {t(`developments.sections.${section}`)}
          </span>
          <div className={css['tabs']}>
            {own.map(({ key }) => (
              <button key={key} type="button" aria-current={key === chosen?.key} onClick={() => choose(key)}>
                {t(`developments.tabs.${key}`)}
              </button>
            ))}
          </div>
        </div>
      ))}
    </nav>
  );
}

/** What a developer looks up on this server, commands, and what writes source. */
export function DevelopmentsPage() {
  const t = words.useT();
  const [params, setParams] = useSearchParams();
  const chosen = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0];
  return (
    <div className={css['page']}>
      <PageTitle title={t('pages.developments')} />
      <p className="kk-muted">{t('developments.hint')}</p>
      <div className="kk-panel kk-padded">
        <Sections chosen={chosen} choose={(key) => setParams({ tab: key })} />
        <Suspense fallback={<p aria-busy="true">…</p>}>{chosen ? <chosen.Content key={chosen.key} /> : null}</Suspense>
      </div>
    </div>
  );
}
