import type { VendorUsage } from '@kaike/shared/contracts/office/configs';
import { formatBytes, formatNumber } from '@kaike/shared/kit/format';
import type { ResourceWording } from '../../../kit/words/use-words.ts';
import css from './settings.module.css';

const columns = ['day', 'vendor', 'calls', 'failures', 'sent', 'received'] as const;

/** What the vendors of a group were called for, by day; nothing while there was no call. */
export function VendorCalls({
  group,
  usage,
  words,
}: {
  group: string;
  usage: readonly VendorUsage[];
  words: ResourceWording;
}) {
  const { t } = words;
  const rows = usage.filter(({ service }) => service === group);
  if (rows.length === 0) return null;
  const nameOf = (vendor: string): string => {
    const key = `resources.configs.choices.${group}_driver.${vendor}`;
    const name = t(key);
    return name === key ? words.group(group) : name;
  };
  return (
    <details className={css['usage']}>
      <summary>{t('resources.configs.usage.title')}</summary>
      <p className="kk-muted">{t('resources.configs.usage.note')}</p>
      <div className={css['usageTable']}>
        <table>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {t(`resources.configs.usage.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.day} ${row.vendor}`}>
                <td>{row.day}</td>
                <td>{nameOf(row.vendor)}</td>
                <td>{formatNumber(row.calls)}</td>
                <td>{formatNumber(row.failures)}</td>
                <td>{formatBytes(row.sent_bytes)}</td>
                <td>{formatBytes(row.received_bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
