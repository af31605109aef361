import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { formatMinute } from '@kaike/shared/kit/dates/format-when';
import { useLocale } from '../../app/wording.ts';
import type { ShownRow } from '../resource-view.ts';
import type { ResourceWording } from '../words/use-words.ts';
import { isEmptyValue } from './field-value.tsx';
import css from './record.module.css';

type Props = { definition: ResourceDefinition; row: ShownRow; words: ResourceWording };

/** The moments of a row that came, and the one its state waits for. */
export function Steps({ definition: { status }, row, words }: Props) {
  const locale = useLocale();
  const now = new Date();
  const steps = (status?.steps ?? []).flatMap(({ field, waits = [] }) => {
    const at = row[field];
    const isDone = !isEmptyValue(at);
    const isNext = !isDone && waits.some((state) => state === row[status?.field ?? '']);
    return isDone || isNext ? [{ field, at: isDone ? String(at) : null }] : [];
  });
  if (steps.length < 2) return null;
  return (
    <ol className={css['steps']}>
      {steps.map(({ field, at }) => (
        <li key={field} className={at ? css['done'] : undefined}>
          <b>{words.step(field)}</b>
          {at ? (
            <time dateTime={at}>{formatMinute(at, { locale, now })}</time>
          ) : (
            <span>{words.t('kit.step_waits')}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
