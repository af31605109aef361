import { useDeferredValue, useState } from 'react';
import words from 'virtual:locale/developments';
import type { ResourceEntry } from '@kaike/shared/contracts/system/developments';
import * as developments from '@kaike/shared/contracts/system/developments';
import css from './developer-area.module.css';
import { Loaded } from './loaded.tsx';
import { SearchBox } from './search-box.tsx';

function FieldTable({ fields }: Pick<ResourceEntry, 'fields'>) {
  return (
    <div className={css['scroll']}>
      <table className={css['table']}>
        <tbody>
          {fields.map(({ key, kind, rules, uses }) => (
            <tr key={key} className={css['code']}>
              <th scope="row">{key}</th>
              <td>{kind}</td>
              <td>{rules}</td>
              <td>{uses.join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const parts = ['routes', 'permissions', 'hooks', 'files'] as const;

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return <p className="kk-muted">–</p>;
  return (
    <ul className={css['lines']}>
      {lines.map((line) => (
        <li key={line} className={css['code']}>
          {line}
        </li>
      ))}
    </ul>
  );
}

function ResourceView({ resource }: { resource: ResourceEntry }) {
  const t = words.useT();
  return (
    <>
      <h3 className={css['heading']}>{t('developments.parts.fields', { count: resource.fields.length })}</h3>
      <FieldTable fields={resource.fields} />
      <div className={css['parts']}>
        {parts.map((part) => (
          <section key={part}>
            <h3 className={css['heading']}>{t(`developments.parts.${part}`, { count: resource[part].length })}</h3>
            <Lines lines={resource[part]} />
          </section>
        ))}
      </div>
    </>
  );
}

const textOf = ({ name, table, plugin, fields }: ResourceEntry): string =>
  [name, table, plugin ?? '', ...fields.flatMap(({ key, kind }) => [key, kind])].join(' ').toLowerCase();

function ResourceList({ resources }: { resources: readonly ResourceEntry[] }) {
  const t = words.useT();
  const [typed, setTyped] = useState('');
  const sought = useDeferredValue(typed);
  const matches = resources.filter((resource) => textOf(resource).includes(sought));
  return (
    <>
      <SearchBox count={matches.length} onSearch={setTyped} />
      {matches.length === 0 ? <p className="kk-muted">{t('developments.none')}</p> : null}
      {matches.map((resource) => (
        <details key={resource.name} className={css['request']}>
          <summary>
            <span className={css['code']}>{resource.name}</span>
            {resource.plugin === null ? null : (
              <span className="kk-muted">{t('developments.of_plugin', { plugin: resource.plugin })}</span>
            )}
            <span className="kk-muted">{t('developments.in_table', { table: resource.table })}</span>
            <span className="kk-muted">{resource.operations.join(' ')}</span>
          </summary>
          <ResourceView resource={resource} />
        </details>
      ))}
    </>
  );
}

/** What each definition makes: its fields by kind, routes, permissions, and the files it is written in. */
export function ResourcesTab() {
  return (
    <Loaded contract={developments.listResources}>{({ resources }) => <ResourceList resources={resources} />}</Loaded>
  );
}
