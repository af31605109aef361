import type { TrashRow } from '@kaike/shared/contracts/office/trash';
import { formatDateTime } from '@kaike/shared/kit/format';
import type { Translate } from '@kaike/shared/kit/wording';
import styles from './trash.module.css';

export const keyOf = ({ resource, id }: Pick<TrashRow, 'resource' | 'id'>): string => `${resource}:${id}`;

type Props = {
  rows: readonly TrashRow[];
  chosen: ReadonlySet<string>;
  choose: (keys: ReadonlySet<string>) => void;
  t: Translate;
};

/** Deleted rows with checkboxes. */
export function TrashTable({ rows, chosen, choose, t }: Props) {
  const isAll = rows.length > 0 && rows.every((row) => chosen.has(keyOf(row)));
  const toggle = (key: string): void => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    choose(next);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable box must be reachable by keyboard
    <div className={styles['scroll']} role="region" aria-label={t('pages.trash')} tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label={t('kit.all')}
                checked={isAll}
                onChange={() => choose(new Set(isAll ? [] : rows.map(keyOf)))}
              />
            </th>
            {['title', 'resource', 'deleted_at', 'deleted_by', 'left'].map((key) => (
              <th key={key} scope="col">
                {t(`trash.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <td>
                <input
                  type="checkbox"
                  aria-label={row.title || `#${row.id}`}
                  checked={chosen.has(keyOf(row))}
                  onChange={() => toggle(keyOf(row))}
                />
              </td>
              <th scope="row">{row.title || `#${row.id}`}</th>
              <td>{t(`resources.${row.resource}.name`)}</td>
              <td>{formatDateTime(row.deleted_at)}</td>
              <td>{row.deleted_by || '--'}</td>
              <td>{t('trash.days_left', { count: row.days_left })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
