import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import words from 'virtual:locale/api_reference';
import errorWords from 'virtual:locale/errors';
import * as apiReference from '@kaike/shared/contracts/system/api-reference';
import { errors } from '@kaike/shared/errors';
import { call } from '../../../api/client.ts';
import { useCan } from '../../../app/session.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import { areas, entriesOf, groupsOf, groupTitle, type ApiArea, type ReferenceEntry } from './reference/entries.ts';
import { OperationView } from './reference/operation-view.tsx';
import css from './reference/reference.module.css';

type Refusals = Readonly<Record<string, string>>;

function Operation({ entry, refusals }: { entry: ReferenceEntry; refusals: Refusals }) {
  const [params, setParams] = useSearchParams();
  const isNamed = params.get('operation') === entry.id;
  const [isOpen, setIsOpen] = useState(isNamed);
  const { method, path, title } = entry;
  return (
    <details
      className={css['entry']}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setIsOpen(open);
        // The address of what is open can be passed on.
        if (open && !isNamed) setParams({ area: entry.area, operation: entry.id }, { replace: true });
      }}
    >
      <summary>
        <span className={css['method']} data-method={method}>
          {method.toUpperCase()}
        </span>
        <span className={css['code']}>{path}</span>
        <span className="kk-muted">{title}</span>
      </summary>
      {isOpen ? <OperationView entry={entry} refusals={refusals} /> : null}
    </details>
  );
}

type GroupProps = { name: string; entries: readonly ReferenceEntry[]; refusals: Refusals; isSought: boolean };

function Group({ name, entries, refusals, isSought }: GroupProps) {
  const t = words.useT();
  const [params] = useSearchParams();
  const isNamed = entries.some(({ id }) => id === params.get('operation'));
  const [isOpen, setIsOpen] = useState(isNamed);
  const isShown = isOpen || isSought;
  const title = groupTitle(t, name);
  return (
    <details
      className={css['group']}
      open={isShown}
      onToggle={({ currentTarget }) => {
        if (!isSought) setIsOpen(currentTarget.open);
      }}
    >
      <summary>
        {title === '' ? null : <b>{title}</b>}
        <span className={`kk-muted ${css['code']}`}>{name}</span>
        <span className="kk-muted">{entries.length}</span>
      </summary>
      {isShown ? entries.map((entry) => <Operation key={entry.id} entry={entry} refusals={refusals} />) : null}
    </details>
  );
}

/** Every error code with its status and its words. */
function ErrorCodes({ sought }: { sought: string }) {
  const t = errorWords.useT();
  const codes = Object.entries(errors)
    .map(([code, status]) => ({ code, status, text: t(`errors.${code}`) }))
    .filter(({ code, status, text }) => `${code} ${status} ${text}`.toLowerCase().includes(sought));
  return (
    <ul className={css['codes']}>
      {codes.map(({ code, status, text }) => (
        <li key={code} className={css['facts']}>
          <span className={css['code']}>{status}</span>
          <span className={css['code']}>{code}</span>
          <span className="kk-muted">{text}</span>
        </li>
      ))}
    </ul>
  );
}

function Entries({
  entries,
  refusals,
  sought,
}: {
  entries: readonly ReferenceEntry[];
  refusals: Refusals;
  sought: string;
}) {
  const t = words.useT();
  const groups = groupsOf(entries, t);
  if (groups.length === 0) return <p className="kk-muted">{t('api_reference.none')}</p>;
  return groups.map((name) => (
    <Group
      key={name}
      name={name}
      entries={entries.filter(({ group }) => group === name)}
      refusals={refusals}
      isSought={sought.length > 1}
    />
  ));
}

function Introduction() {
  const t = words.useT();
  const [mayIssue, mayAdd] = [useCan('admin.api-tokens.list'), useCan('admin.webhooks.list')];
  return (
    <p className={css['introduction']}>
      {t('api_reference.introduction')} <span className={css['code']}>{`${location.origin}/api`}</span>{' '}
      <a href="/api/open/openapi.json" target="_blank" rel="noreferrer">
        openapi.json
      </a>{' '}
      {mayIssue ? <Link to="/admin/api-tokens">{t('resources.api-tokens.name')}</Link> : null}{' '}
      {mayAdd ? <Link to="/admin/webhooks">{t('resources.webhooks.name')}</Link> : null}
    </p>
  );
}

type ReferenceSection = ApiArea | 'errors';
const shownParts: readonly ReferenceSection[] = [...areas, 'errors'];

/** The interface for other programs, from the document that the server writes: what can be called, how, and what is answered. */
export function ReferencePage() {
  const t = words.useT();
  const [params, setParams] = useSearchParams();
  const shown = shownParts.find((one) => one === params.get('area')) ?? 'admin';
  const [typed, setTyped] = useState('');
  const sought = useDeferredValue(typed.trim().toLowerCase());
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['api-reference'],
    queryFn: () => call(apiReference.getApiDocument, { in_place: true }),
  });
  const entries = useMemo(() => (data ? entriesOf(data, t) : []), [data, t]);
  const matches = entries.filter(
    ({ area, id, title, group }) =>
      area === shown && `${id} ${title} ${group} ${groupTitle(t, group)}`.toLowerCase().includes(sought),
  );
  const refusals = Object.fromEntries(
    Object.keys(data?.components.responses ?? {}).map((status) => [status, t(`api_reference.statuses.${status}`)]),
  );
  return (
    <div className={css['page']}>
      <PageTitle title={t('pages.api_reference')} />
      <Introduction />
      <div className="kk-panel kk-padded">
        <div className={css['bar']}>
          <input
            type="search"
            className={css['search']}
            value={typed}
            placeholder={t('api_reference.search')}
            aria-label={t('api_reference.search')}
            onChange={(event) => setTyped(event.target.value)}
          />
          <nav className={css['tabs']} aria-label={t('api_reference.areas.label')}>
            {shownParts.map((one) => (
              <button key={one} type="button" aria-current={one === shown} onClick={() => setParams({ area: one })}>
                {t(`api_reference.areas.${one}`)}
              </button>
            ))}
          </nav>
        </div>
        {shown === 'errors' ? <ErrorCodes sought={sought} /> : null}
        {shown !== 'errors' && data ? (
          <Entries key={shown} entries={matches} refusals={refusals} sought={sought} />
        ) : null}
        {!data && isError ? <LoadError error={error} retry={() => void refetch()} /> : null}
        {!data && !isError ? <p aria-busy="true">…</p> : null}
      </div>
    </div>
  );
}
