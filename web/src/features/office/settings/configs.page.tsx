import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import configWords from 'virtual:locale/configs';
import type { Setting } from '@kaike/shared/contracts/office/configs';
import { isShown } from '@kaike/shared/kit/shown-when';
import { useCan } from '../../../app/session.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import { wordsOf, type ResourceWording } from '../../../kit/words/use-words.ts';
import { Alert, Button, Empty, Input, Skeleton } from '../../../kit/widgets.ts';
import css from './settings.module.css';
import { GroupNav } from './group-nav.tsx';
import { GroupTest } from './group-test.tsx';
import { SettingRow } from './setting-row.tsx';
import { useSettings, type SettingsState } from './use-settings.ts';
import { VendorCalls } from './vendor-usage.tsx';

const FileMoves = lazy(async () => ({ default: (await import('./file-moves.tsx')).FileMoves }));

/** Names, help texts and keys; a search includes settings of drivers that are not selected. */
function matches(words: ResourceWording, key: string, search: string): boolean {
  const text = `${words.field(key)} ${words.help(key)} ${key}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((part) => text.includes(part));
}

function useLeaveWarning(isDirty: boolean): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    if (isDirty) window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
}

/** Ctrl+S or ⌘S saves, as it does in forms. */
function useSaveKey(isDirty: boolean, save: () => Promise<void>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
      event.preventDefault();
      if (isDirty) void save();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

function Group({
  name,
  settings,
  words,
  search,
  may,
}: {
  name: string;
  settings: SettingsState;
  words: ResourceWording;
  search: string;
  may: { update: boolean; test: boolean };
}) {
  const values = Object.fromEntries((settings.list ?? []).map(({ key }) => [key, settings.valueOf(key)]));
  const visible = (settings.list ?? []).filter(
    ({ key, group, field }) => group === name && (search === '' ? isShown(field, values) : matches(words, key, search)),
  );
  if (visible.length === 0) return null;
  const isDirty = Object.keys(settings.draft).length > 0;
  const tests = Object.keys(settings.tests).filter((test) => test === name || test.startsWith(`${name}.`));
  return (
    <section className="kk-panel" aria-labelledby={`group-${name}`}>
      <h2 id={`group-${name}`} className={css['heading']}>
        {words.group(name)}
      </h2>
      {[
        ...tests
          .filter((test) => settings.tests[test] === false)
          .map((test) => ({ notice: `undelivered.${test}`, params: {} })),
        ...settings.failing
          .filter(({ test }) => tests.includes(test))
          .map(({ test, params }) => ({ notice: `failing.${test}`, params })),
      ].map(({ notice, params }) => (
        <div key={notice} className={css['notice']}>
          <Alert type="warning" showIcon title={words.t(`resources.configs.${notice}`, params)} />
        </div>
      ))}
      <div className={css['grid']}>
        {visible.map((setting) => (
          <SettingRow key={setting.key} setting={setting} settings={settings} words={words} mayUpdate={may.update} />
        ))}
      </div>
      {search === '' ? <VendorCalls group={name} usage={settings.usage} words={words} /> : null}
      {may.test && search === ''
        ? tests.map((test) => <GroupTest key={test} group={test} isDirty={isDirty} onDone={settings.reload} />)
        : null}
      {name === 'storage' && search === '' ? (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 3 }} />}>
          <FileMoves
            driver={String((settings.list ?? []).find(({ key }) => key === 'storage_driver')?.value ?? 'local')}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

function UnsavedBar({ settings }: { settings: SettingsState }) {
  const t = configWords.useT();
  const count = Object.keys(settings.draft).length;
  if (count === 0) return null;
  return (
    <div className={css['bar']} role="region" aria-label={t('resources.configs.unsaved', { count })}>
      <span>{t('resources.configs.unsaved', { count })}</span>
      <Button onClick={settings.discard} disabled={settings.is_busy}>
        {t('resources.configs.discard')}
      </Button>
      <Button type="primary" loading={settings.is_busy} onClick={() => void settings.save()}>
        {t('resources.configs.save')}
      </Button>
    </div>
  );
}

function NoMatch() {
  const t = configWords.useT();
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        <>
          <b>{t('resources.configs.no_match')}</b>
          <br />
          {t('resources.configs.no_match_hint')}
        </>
      }
    />
  );
}

type ColumnsProps = {
  list: readonly Setting[];
  settings: SettingsState;
  words: ResourceWording;
  search: string;
  may: { update: boolean; test: boolean };
  leaveSearch: () => void;
};

/** One group beside the names of all, or what a search finds in all of them. */
function Columns({ list, settings, words, search, may, leaveSearch }: ColumnsProps) {
  const [params, setParams] = useSearchParams();
  const groups = [...new Set(list.map((one) => one.group))];
  const group = groups.find((name) => name === params.get('group')) ?? groups[0] ?? '';
  const wrong = new Set(list.flatMap(({ key, group: name }) => (settings.invalid.includes(key) ? [name] : [])));
  const isFound = search === '' || list.some(({ key }) => matches(words, key, search));
  const open = (name: string): void => {
    leaveSearch();
    setParams({ group: name }, { replace: true });
  };
  return (
    <div className={css['columns']}>
      <GroupNav groups={groups} current={search === '' ? group : ''} wrong={wrong} words={words} onSelect={open} />
      <div className={css['body']}>
        {(search === '' ? [group] : groups).map((name) => (
          <Group key={name} name={name} settings={settings} words={words} search={search} may={may} />
        ))}
        {isFound ? null : <NoMatch />}
      </div>
    </div>
  );
}

/** The settings of the school by group, with search, history and a bar for unsaved changes. */
export function ConfigsPage() {
  const t = configWords.useT();
  const words = useMemo(() => wordsOf(t, 'configs'), [t]);
  const [search, setSearch] = useState('');
  const settings = useSettings(words);
  const may = { update: useCan('admin.configs.update'), test: useCan('admin.configs.test') };
  const isDirty = Object.keys(settings.draft).length > 0;
  useLeaveWarning(isDirty);
  useSaveKey(isDirty && !settings.is_busy, settings.save);
  return (
    <div className={css['page']}>
      <PageTitle
        title={words.name}
        extra={
          <Input
            allowClear
            className={css['search'] ?? ''}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            placeholder={t('resources.configs.search')}
            aria-label={t('resources.configs.search')}
          />
        }
      />
      {settings.is_failed ? <LoadError error={settings.error} retry={settings.reload} /> : null}
      {!may.update && settings.list ? <Alert type="info" showIcon title={t('resources.configs.read_only')} /> : null}
      {settings.list ? (
        <Columns
          list={settings.list}
          settings={settings}
          words={words}
          search={search.trim()}
          may={may}
          leaveSearch={() => setSearch('')}
        />
      ) : null}
      {settings.list || settings.is_failed ? null : <Skeleton active paragraph={{ rows: 10 }} />}
      <UnsavedBar settings={settings} />
    </div>
  );
}
