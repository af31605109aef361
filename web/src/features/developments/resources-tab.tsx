import words from 'virtual:words/developments';
import { listResources, type ResourceEntry } from '@kaike/shared/contracts/developments';
import css from './developments.module.css';
import { EntryTable, type EntryColumn } from './entry-table.tsx';
import { Loaded } from './loaded.tsx';

type Part = 'fields' | 'routes' | 'permissions' | 'hooks' | 'files';

function FieldTable({ fields }: Pick<ResourceEntry, 'fields'>) {
  return (
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
  );
}

function Lines({ resource, part }: { resource: ResourceEntry; part: Part }) {
  const t = words.useT();
  if (resource[part].length === 0) return '–';
  return (
    <details>
      <summary>{t(`developments.parts.${part}`, { count: resource[part].length })}</summary>
      {part === 'fields' ? (
        <FieldTable fields={resource.fields} />
      ) : (
        <ul>
          {resource[part].map((line) => (
            <li key={line} className={css['code']}>
              {line}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

const part = (key: Part): EntryColumn<ResourceEntry> => ({
  key,
  cell: (resource) => <Lines resource={resource} part={key} />,
});

const columns: readonly EntryColumn<ResourceEntry>[] = [
  { key: 'resource', cell: ({ name }) => <span className={css['code']}>{name}</span> },
  { key: 'table', cell: ({ table }) => <span className={css['code']}>{table}</span> },
  {
    key: 'operations',
    cell: ({ operations }) => <span className={`${css['code']} ${css['list']}`}>{operations.join(', ')}</span>,
  },
  part('fields'),
  part('routes'),
  part('permissions'),
  part('hooks'),
  part('files'),
];

const textOf = ({ name, table, fields }: ResourceEntry): string =>
  [name, table, ...fields.flatMap(({ key, kind }) => [key, kind])].join(' ');

/** What each definition makes: its fields by kind, routes, permissions, and the files it is written in. */
export function ResourcesTab() {
  return (
    <Loaded contract={listResources}>
      {({ resources }) => (
        <EntryTable entries={resources} columns={columns} idOf={({ name }) => name} textOf={textOf} />
      )}
    </Loaded>
  );
}
