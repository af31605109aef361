import { useQuery } from '@tanstack/react-query';
import * as statistics from '@kaike/shared/contracts/office/statistics';
import { formatNumber } from '@kaike/shared/kit/format';
import { call } from '../../../api/client.ts';
import { useT } from '../../../app/wording.ts';
import css from './ai-speeds.module.css';

const stages = ['hear', 'first_word', 'first_sentence', 'speech'] as const;

/** How long learners waited for each vendor; nothing where none was called. */
export function AiSpeedTable({ from, to }: { from: string; to: string }) {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['ai-speeds', from, to],
    queryFn: ({ signal }) => call(statistics.getAiSpeeds, { query: { from, to }, signal, quiet: true }),
  });
  if (!data || data.rows.length === 0) return null;
  return (
    <section className={css['panel']}>
      <h2>{t('statistics.speeds.title')}</h2>
      <p className="kk-muted">{t('statistics.speeds.note')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling box must be reachable by keyboard */}
      <div className={css['scroll']} role="region" tabIndex={0} aria-label={t('statistics.speeds.title')}>
        <table className={css['table']}>
          <thead>
            <tr>
              <th scope="col">{t('statistics.by.vendor')}</th>
              {stages.map((stage) => (
                <th key={stage} scope="col">
                  {t(`statistics.speeds.${stage}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.label}</th>
                {stages.map((stage) => {
                  const ms = row[stage];
                  return (
                    <td key={stage}>
                      {ms === null
                        ? '–'
                        : t('statistics.speeds.seconds', { count: formatNumber(ms / 1000, { decimals: 2 }) })}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
