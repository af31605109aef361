import { lazy, Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { relatedInOverview, type Count } from '@kaike/shared/kit/rows/overview';
import type { ResourceView, ShownRow } from '../resource-view.ts';
import type { LoadedRow } from '../use-resource.ts';
import { useWords, type ResourceWording } from '../words/use-words.ts';
import { FieldValue, isEmptyValue } from './field-value.tsx';
import { countText, RelatedRows } from './related-rows.tsx';
import css from './record.module.css';
import { Steps } from './steps.tsx';
import { useRelated, type RelatedList } from './use-related.ts';

const Timeline = lazy(async () => ({ default: (await import('./timeline.tsx')).Timeline }));

type OverviewProps = { definition: ResourceDefinition; loaded: LoadedRow; words: ResourceWording; view: ResourceView };

const plain: ResourceView = {};

const isCount = (figure: string | Count): figure is Count => typeof figure !== 'string';

function Value({ definition, loaded, words, view, name }: OverviewProps & { name: string }) {
  return (
    <FieldValue
      definition={definition}
      row={loaded.row}
      name={name}
      words={words}
      view={view}
      mayReveal={loaded.permissions.includes('reveal')}
    />
  );
}

function Figures(part: OverviewProps) {
  const { definition, loaded, words } = part;
  const figures = definition.overview?.figures ?? [];
  const counts = useRelated(figures.filter(isCount), loaded.row.id, 1);
  const cells = figures.flatMap((figure): [string, ReactNode][] => {
    // The cells of features are made for a column.
    if (!isCount(figure)) return [[words.field(figure), <Value key={figure} {...part} view={plain} name={figure} />]];
    const list = counts.find(({ related }) => related.key === figure.key);
    if (!list) return [];
    return [
      [
        words.figure(figure.key),
        <Link key={figure.key} to={list.url}>
          {countText(list, words) || '…'}
        </Link>,
      ],
    ];
  });
  if (cells.length === 0) return null;
  return (
    <dl className={css['figures']}>
      {cells.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Facts(part: OverviewProps) {
  const { definition, loaded, words } = part;
  const facts = (definition.overview?.facts ?? []).filter((name) => !isEmptyValue(loaded.row[name]));
  if (facts.length === 0) return null;
  return (
    <dl className={css['facts']}>
      {facts.map((name) => (
        <div key={name}>
          <dt>{words.field(name)}</dt>
          <dd>
            <Value {...part} name={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The first related rows, and the way to all of them; nothing while there are none. */
function Section({ list, label, changed }: { list: RelatedList; label: string; changed: () => void }) {
  const words = useWords(list.definition);
  if (!list.page?.data.length) return null;
  return (
    <section className={css['section']} aria-label={label}>
      <header>
        <h3>{label}</h3>
        <Link to={list.url}>{words.t('kit.all_of', { count: countText(list, words) })}</Link>
      </header>
      <RelatedRows list={list} limit={relatedInOverview} changed={changed} />
    </section>
  );
}

type Props = OverviewProps & {
  lists: readonly RelatedList[];
  labelOf: (list: RelatedList) => string;
  reload: () => void;
};

/** What a record opens on: its figures, its related rows, its facts, and what its feature adds. */
export function Overview({ lists, labelOf, reload, ...part }: Props) {
  const { loaded, view } = part;
  const { overview: Own, chart: OwnChart } = view;
  const row: ShownRow = loaded.row;
  return (
    <div className={css['overview']}>
      <Steps definition={part.definition} row={row} words={part.words} />
      <Figures {...part} />
      {OwnChart ? <OwnChart row={row} permissions={loaded.permissions} reload={reload} /> : null}
      <Facts {...part} />
      {lists
        .filter(({ related }) => !related.tab_only)
        .map((list) => (
          <Section key={list.related.resource} list={list} label={labelOf(list)} changed={reload} />
        ))}
      {lists.some(({ related }) => related.at) ? (
        <Suspense>
          <Timeline key={row.id} resource={part.definition.name} id={row.id} lists={lists} words={part.words} />
        </Suspense>
      ) : null}
      <Suspense>{Own ? <Own row={row} permissions={loaded.permissions} reload={reload} /> : null}</Suspense>
    </div>
  );
}
