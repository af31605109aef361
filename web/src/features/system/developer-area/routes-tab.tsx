import type { RouteEntry } from '@kaike/shared/contracts/system/developments';
import * as developments from '@kaike/shared/contracts/system/developments';
import { EntryTable, type EntryColumn } from './entry-table.tsx';
import css from './developer-area.module.css';
import { Loaded } from './loaded.tsx';

const code = (text: string) => <span className={css['code']}>{text}</span>;

const list = (names: readonly string[]) => <span className={`${css['code']} ${css['list']}`}>{names.join(', ')}</span>;

const columns: readonly EntryColumn<RouteEntry>[] = [
  { key: 'method', cell: ({ method }) => method },
  { key: 'path', cell: ({ path }) => code(path) },
  { key: 'guard', cell: ({ guard }) => guard },
  { key: 'permission', cell: ({ permission }) => code(permission ?? '–') },
  { key: 'limit', cell: ({ limit }) => limit ?? '–' },
  { key: 'query', cell: ({ query }) => list(query) },
  { key: 'body', cell: ({ body }) => list(body) },
];

const idOf = ({ method, path }: RouteEntry): string => `${method} ${path}`;

export function RoutesTab() {
  return (
    <Loaded contract={developments.listRoutes}>
      {({ routes }) => (
        <EntryTable
          entries={routes}
          columns={columns}
          idOf={idOf}
          textOf={(route) => `${idOf(route)} ${route.guard} ${route.permission ?? ''}`}
        />
      )}
    </Loaded>
  );
}
