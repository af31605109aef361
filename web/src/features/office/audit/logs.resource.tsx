import type { logs } from '@kaike/shared/resources/office/logs';
import type { Translate } from '@kaike/shared/kit/wording';
import { lazy } from 'react';
import { Link } from 'react-router';
import { copyText } from '../../../app/components/copy-text.ts';
import { useT } from '../../../app/wording.ts';
import type { PanelProps, ResourceView, ShownRowOf } from '../../../kit/resource-view.ts';
import { Button } from '../../../kit/widgets.ts';
import { ChainCheck } from './chain-check.tsx';
import css from './audit.module.css';

type Row = ShownRowOf<typeof logs>;

const ActionName = lazy(async () => ({ default: (await import('./action-filter.tsx')).ActionName }));
const ActionFilter = lazy(async () => ({ default: (await import('./action-filter.tsx')).ActionFilter }));

type Change = { key: string; label: string; before: string | null; after: string | null; can_restore: boolean };
type LoggedRequest = {
  method: string | null;
  path: string | null;
  parameters: { key: string; label: string; value: string | null }[];
};
type Detail = {
  request?: LoggedRequest | null;
  changes?: Change[];
  is_intact?: boolean;
  is_erased?: boolean;
  hash?: string;
  record_url?: string;
};

/** The action in the wording of its resource, else the common wording, else its name. */
function actionText(t: Translate, row: Row): string {
  const [resource, action] = [String(row.resource), String(row.action)];
  const wordingKey = [`resources.${resource}.actions.${action}`, `kit.actions.${action}`].find((key) => t(key) !== key);
  return wordingKey ? t(wordingKey) : action;
}

/** The location of the IP address; nothing if it is just the address again. */
function placeText(t: Translate, row: Row): string {
  const place = String(row.address ?? '');
  return place === '' || place === row.ip ? '' : ` · ${t(`resources.logs.choices.address.${place}`)}`;
}

function ActionCell({ row }: { row: Row }) {
  return <>{actionText(useT(), row)}</>;
}

function Value({ text, look }: { text: string | null; look: string | undefined }) {
  const t = useT();
  return text === null ? (
    <span className="kk-none">{t('resources.logs.detail.empty')}</span>
  ) : (
    <span className={look}>{text}</span>
  );
}

function Changes({
  changes,
  none,
  restore,
}: {
  changes: readonly Change[];
  none: string;
  restore: (change: Change) => Promise<void>;
}) {
  const t = useT();
  if (changes.length === 0) return <p className="kk-muted">{none}</p>;
  const words = (key: string): string => t(`resources.logs.detail.${key}`);
  // What is created, or only happened, had nothing before.
  const hasBefore = changes.some((change) => change.before !== null || change.can_restore);
  return (
    <div className={css['scroll']}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{words('field')}</th>
            {hasBefore ? <th scope="col">{words('before')}</th> : null}
            <th scope="col">{words(hasBefore ? 'after' : 'value')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.key}>
              <th scope="row">{change.label}</th>
              {hasBefore ? (
                <td>
                  <Value text={change.before} look={css['before']} />
                  {change.can_restore ? (
                    <Button size="small" type="link" onClick={() => void restore(change)}>
                      {t('resources.logs.restore')}
                    </Button>
                  ) : null}
                </td>
              ) : null}
              <td>
                <Value text={change.after} look={hasBefore ? css['after'] : undefined} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The request and its response; bodies are not stored. */
function Request({ body, status }: { body: LoggedRequest | null; status: unknown }) {
  const t = useT();
  if (!body?.path) return null;
  return (
    <details className={css['request']}>
      <summary>
        {t('resources.logs.detail.request')} · {body.method} {body.path} · {String(status)}
      </summary>
      <dl>
        {body.parameters.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <Value text={value} look={undefined} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Every field that differs, before and after. */
function ChangesPanel({ row, reload }: PanelProps<typeof logs, Detail>) {
  const t = useT();
  const words = (key: string): string => t(`resources.logs.detail.${key}`);
  const { changes = [], request = null, is_intact = true, hash = '', record_url = '' } = row;
  const requestId = typeof row.request_id === 'string' ? row.request_id : '';
  const restore = async (change: Change): Promise<void> => {
    const { confirmRestore } = await import('../../../kit/pages/record-history.tsx');
    confirmRestore(t, { log_id: row.id, change, done: reload });
  };
  return (
    <section className={css['panel']}>
      <p>
        <strong>{String(row.operator)}</strong> · {actionText(t, row)} ·{' '}
        {String(row.record_title || row.record_id || '')}
      </p>
      <p className={css['facts']}>
        {record_url ? <Link to={record_url}>{t('resources.logs.open_record')}</Link> : null}
        {row.ip ? (
          <span className="kk-muted">
            IP {String(row.ip)}
            {placeText(t, row)}
          </span>
        ) : null}
        {requestId ? (
          <Button
            size="small"
            type="link"
            title={requestId}
            onClick={() => void copyText(requestId, t('resources.logs.copied'))}
          >
            {t('resources.logs.copy_request')}
          </Button>
        ) : null}
      </p>
      {row.reason ? <p className={css['reason']}>{String(row.reason)}</p> : null}
      <Changes changes={changes} none={words(row.is_erased ? 'erased' : 'no_changes')} restore={restore} />
      <Request body={request} status={row.status_code} />
      <p className={is_intact ? css['intact'] : css['broken']} title={`${words('hash')} ${hash}`}>
        {words(is_intact ? 'intact' : 'broken')}
      </p>
    </section>
  );
}

export const resourceView: ResourceView<typeof logs> = {
  panels: [
    { key: 'changes', wording: 'resources.logs.detail.changes', panel: ChangesPanel, permission: 'show', first: true },
  ],
  toolbar: ChainCheck,
  filters: { action: ActionFilter },
  filter_values: { action: ActionName },
  cells: { action: (row) => <ActionCell row={row} /> },
};
