import { Alert, Button } from 'antd';
import type { Field } from '@kaike/shared/kit/field';
import { formatMoney } from '@kaike/shared/kit/format';
import type { ResourceWording } from '../../words/use-words.ts';
import type { ActionProps } from './action-props.ts';
import type { RefusedRow, TargetFigures } from './bulk-target.ts';

/** What the action means, known at once, and what the server says about the rows. */
export function About({
  figures,
  words,
  name,
  preset,
}: { figures: TargetFigures | undefined } & Pick<ActionProps, 'words' | 'name' | 'preset'>) {
  const { t } = words;
  const meaning = words.about(preset?.state ?? name);
  const { context = [], offered = 0, count = 0 } = figures ?? {};
  if (meaning === '' && context.length === 0 && offered === count) return null;
  return (
    <div style={{ marginBottom: 12 }}>
      {meaning === '' ? null : <p>{meaning}</p>}
      {context.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {offered < count ? <p className="kk-muted">{t('lists.offered', { offered, total: count - offered })}</p> : null}
    </div>
  );
}

/** All or half of what the row has, as buttons below the amount. */
export function Shares({
  field,
  whole,
  set,
  words: { t },
  children,
}: {
  field: Field;
  whole: number | null;
  set: (value: number) => void;
  words: ResourceWording;
  children: string;
}) {
  if (whole === null || field.kind !== 'money') return children;
  const money = (fen: number): string => formatMoney(fen, { decimals: 2 });
  return (
    <>
      {children}{' '}
      {[['all', whole] as const, ...(whole % 2 === 0 ? [['half', whole / 2] as const] : [])].map(([share, amount]) => (
        <Button key={share} type="link" size="small" onClick={() => set(amount)}>
          {t(`kit.shares.${share}`, { amount: money(amount) })}
        </Button>
      ))}
    </>
  );
}

/** The rows that the action left alone, each with the reason. */
export function Failures({ failed, words: { t } }: { failed: readonly RefusedRow[]; words: ResourceWording }) {
  return (
    <Alert
      type="warning"
      showIcon
      title={t('kit.action_failed', { count: failed.length })}
      description={
        <ul className="kk-failed">
          {failed.map((row) => (
            <li key={row.id}>
              {row.title || `#${row.id}`}
              {t('lists.colon')}
              {row.message}
            </li>
          ))}
        </ul>
      }
    />
  );
}
