import { Button, Empty, Select, Skeleton } from 'antd';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { addDays, dayOf } from '@kaike/shared/kit/dates/school-days';
import { apiBase, request } from '../../api/client.ts';
import { useCan } from '../../app/session.ts';
import { useT } from '../../app/wording.ts';
import { Chart } from '../chart.tsx';
import css from './counts-page.module.css';
import { DateSpan } from '../dates/date-span.tsx';
import { RelationSelect } from '../fields/relation/relation-select.tsx';
import { LoadError } from '../load-error.tsx';
import { PageTitle } from './page-title.tsx';
import { SpanButtons } from '../dates/span-buttons.tsx';

type CountRow = { key: string; label: string } & Record<string, string | number>;
export type CountTable = {
  rows: CountRow[];
  totals: Record<string, number>;
  /** Yuan a minute of talk is sold for, in the statistics of the AI teacher. */
  sold?: { minute: number; is_paid: boolean } | null;
};
type Figure = {
  key: string;
  format: (value: number) => string;
  /** Left out of the chart, where its unit would not fit. */ in_chart?: boolean;
};

export type CountsDefinition = {
  /** Also its permission and its URL. */
  name: 'card-counts' | 'member-counts' | 'sms-counts' | 'ai-counts';
  title: string;
  by: readonly string[];
  figures: readonly Figure[];
  /** Relations the counts can be filtered by: query key → resource. */
  narrow: Readonly<Record<string, string>>;
  /** Choices the counts can be filtered by, with the field's name. */
  choices?: Readonly<Record<string, { label: string; options: readonly { value: string; label: string }[] }>>;
  /** URL of the list that a row counts; null when there is none. */
  listOf: (filter: CountsFilter, row: CountRow) => string | null;
  /** What the figures mean, above the chart. */
  note?: (counts: CountTable) => ReactNode;
  /** Stands below the table. */
  below?: (span: { from: string; to: string }) => ReactNode;
};
type CountsFilter = { from: string; to: string; by: string; narrow: Record<string, string> };

const spans = [7, 30, 90] as const;

function useCountsFilter({ by, narrow, choices }: CountsDefinition): {
  filter: CountsFilter;
  set: (change: Record<string, string | null>) => void;
} {
  const [params, setParams] = useSearchParams();
  const set = (change: Record<string, string | null>): void =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      for (const [key, value] of Object.entries(change)) {
        if (value) next.set(key, value);
        else next.delete(key);
      }
      return next;
    });
  const today = dayOf(new Date());
  const chosen = params.get('by') ?? '';
  const filter = {
    from: params.get('from') ?? addDays(today, -29),
    to: params.get('to') ?? today,
    // An old address may name what there is no more.
    by: by.includes(chosen) ? chosen : (by[0] ?? 'day'),
    narrow: Object.fromEntries(
      Object.keys({ ...narrow, ...choices }).flatMap((key) => (params.get(key) ? [[key, params.get(key) ?? '']] : [])),
    ),
  };
  return { filter, set };
}

function Controls({
  definition,
  filter,
  set,
  extra,
}: {
  definition: CountsDefinition;
  filter: CountsFilter;
  set: (change: Record<string, string | null>) => void;
  extra: ReactNode;
}) {
  const t = useT();
  const today = dayOf(new Date());
  const startOf = (days: number): string => addDays(today, 1 - days);
  const chosen = filter.to === today ? spans.find((days) => startOf(days) === filter.from) : undefined;
  return (
    <div className={css['controls']}>
      <SpanButtons spans={spans} days={chosen ?? null} onChange={(days) => set({ from: startOf(days), to: today })} />
      <DateSpan
        id="kk-counts-days"
        label={t('statistics.spans.label')}
        from={filter.from}
        to={filter.to}
        max={today}
        onChange={([from, to]) => set({ from, to })}
      />
      <Select
        aria-label={t('statistics.by.label')}
        value={filter.by}
        onChange={(by) => set({ by })}
        style={{ minWidth: 120 }}
        options={definition.by.map((by) => ({ value: by, label: t(`statistics.by.${by}`) }))}
      />
      {Object.entries(definition.narrow).map(([key, resource]) => (
        <div key={key} className={css['narrow']}>
          <RelationSelect
            resource={resource}
            label={t(`resources.${resource}.name`)}
            placeholder={t('statistics.all_of', { name: t(`resources.${resource}.name`) })}
            value={filter.narrow[key] ? Number(filter.narrow[key]) : null}
            onChange={(value) => set({ [key]: value ? String(value) : null })}
          />
        </div>
      ))}
      {Object.entries(definition.choices ?? {}).map(([key, { label, options }]) => (
        <Select
          key={key}
          aria-label={label}
          placeholder={t('statistics.all_of', { name: label })}
          allowClear
          value={filter.narrow[key] ?? null}
          onChange={(value: string | null | undefined) => set({ [key]: value ?? null })}
          style={{ minWidth: 120 }}
          options={[...options]}
        />
      ))}
      {extra}
    </div>
  );
}

function CountsTable({
  definition,
  counts,
  filter,
}: {
  definition: CountsDefinition;
  counts: CountTable;
  filter: CountsFilter;
}) {
  const t = useT();
  const name = (row: CountRow): ReactNode => {
    const text = row.label || t('statistics.none');
    const url = definition.listOf(filter, row);
    return url ? (
      <Link to={url} title={t('statistics.open_list')}>
        {text}
      </Link>
    ) : (
      text
    );
  };
  return (
    <div className={css['scroll']} role="region" aria-label={t('statistics.table')}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{t(`statistics.by.${filter.by}`)}</th>
            {definition.figures.map(({ key }) => (
              <th key={key} scope="col">
                {t(`statistics.figures.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(filter.by === 'day' ? [...counts.rows].reverse() : counts.rows).map((row) => (
            <tr key={row.key}>
              <th scope="row">{name(row)}</th>
              {definition.figures.map(({ key, format }) => (
                <td key={key}>{format(Number(row[key]))}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('statistics.total')}</th>
            {definition.figures.map(({ key, format }) => (
              <td key={key}>{format(counts.totals[key] ?? 0)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Figures over a range of days: totals, a chart and a table whose rows link to the lists behind them; all of its state is in the URL. */
export function CountsPage({ definition }: { definition: CountsDefinition }) {
  const t = useT();
  const { filter, set } = useCountsFilter(definition);
  const query = { from: filter.from, to: filter.to, by: filter.by, ...filter.narrow };
  const { data, isError, error, refetch, isFetching } = useQuery<CountTable>({
    queryKey: [definition.name, query],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await request('GET', `/admin/${definition.name}`, { query, signal, in_place: true })) as CountTable,
  });
  const mayExport = useCan(`admin.${definition.name}.export`);
  const href = `${apiBase()}/admin/${definition.name}/export?${new URLSearchParams({ ...query, json: '1' }).toString()}`;
  const charted = definition.figures.filter(({ in_chart }) => in_chart !== false);
  const isEmpty = data !== undefined && definition.figures.every(({ key }) => (data.totals[key] ?? 0) === 0);
  return (
    <>
      <PageTitle title={definition.title} />
      <Controls
        definition={definition}
        filter={filter}
        set={set}
        extra={
          mayExport ? (
            <Button href={href} download>
              {t('statistics.export')}
            </Button>
          ) : null
        }
      />
      {isError && !data ? <LoadError error={error} retry={() => void refetch()} /> : null}
      {data ? (
        <div aria-busy={isFetching}>
          <div className="kk-tiles">
            {definition.figures.map(({ key, format }) => (
              <div key={key} className="kk-tile">
                <span className="kk-muted">{t(`statistics.figures.${key}`)}</span>
                <b>{format(data.totals[key] ?? 0)}</b>
              </div>
            ))}
          </div>
          {definition.note?.(data)}
          {isEmpty ? (
            <Empty
              className={css['empty'] ?? ''}
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={
                <>
                  <b>{t('statistics.empty')}</b>
                  <br />
                  {t('statistics.empty_hint')}
                </>
              }
            />
          ) : (
            <>
              <div className={`kk-panel ${css['chart']}`}>
                <Chart
                  kind={filter.by === 'day' ? 'line' : 'bar'}
                  title={definition.title}
                  labels={data.rows.map((row) => row.label || t('statistics.none'))}
                  series={charted.map(({ key }) => ({
                    name: t(`statistics.figures.${key}`),
                    values: data.rows.map((row) => Number(row[key])),
                  }))}
                />
              </div>
              <CountsTable definition={definition} counts={data} filter={filter} />
            </>
          )}
          {definition.below?.(filter)}
        </div>
      ) : isError ? null : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </>
  );
}
