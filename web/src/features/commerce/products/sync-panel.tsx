import type { products } from '@kaike/shared/resources/commerce/products';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import * as productsApi from '@kaike/shared/contracts/commerce/products';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { formatDateTime, formatDuration, formatMoney } from '@kaike/shared/kit/format';
import { ApiError } from '../../../api/api-error.ts';
import { call, request } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { useT } from '../../../app/wording.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import type { PanelProps } from '../../../kit/resource-view.ts';
import { Alert, Button, Skeleton } from '../../../kit/widgets.ts';
import css from './sync-panel.module.css';

type Difference = ResponseOf<typeof productsApi.compareProduct>;
type Selection = { remove: ReadonlySet<number>; add: ReadonlySet<number>; prices: boolean };

const money = (fen: number): string => formatMoney(fen, { decimals: 2 });

function toggled(set: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section className={css['part']}>
      <h3>{title}</h3>
      <p className="kk-muted">{note}</p>
      <ul>{children}</ul>
    </section>
  );
}

function Tick({ label, checked, onChange }: { label: ReactNode; checked: boolean; onChange: () => void }) {
  return (
    <li>
      <label className={css['tick']}>
        <input type="checkbox" checked={checked} onChange={onChange} />
        <span>{label}</span>
      </label>
    </li>
  );
}

function ChangedCourse({ course }: { course: Difference['changed'][number] }) {
  const t = useT();
  const { before, after } = course;
  const changes = [
    before.lesson_count === after.lesson_count
      ? ''
      : `${t('product_sync.lessons')} ${before.lesson_count} → ${after.lesson_count}`,
    before.duration_sec === after.duration_sec
      ? ''
      : `${t('product_sync.duration')} ${formatDuration(before.duration_sec)} → ${formatDuration(after.duration_sec)}`,
    before.sale_price === after.sale_price
      ? ''
      : `${t('product_sync.price')} ${money(before.sale_price)} → ${money(after.sale_price)}`,
  ];
  return (
    <li>
      <b>{course.title}</b> <span className="kk-muted">{changes.filter((text) => text !== '').join(' · ')}</span>
    </li>
  );
}

function Differences({
  difference,
  chosen: selection,
  choose,
}: {
  difference: Difference;
  chosen: Selection;
  choose: (next: Selection) => void;
}) {
  const t = useT();
  const { removed, unpublished, added, changed } = difference;
  const removedCourses = (courses: Difference['removed']): ReactNode =>
    courses.map((course) => (
      <Tick
        key={course.id}
        label={course.title}
        checked={selection.remove.has(course.id)}
        onChange={() => choose({ ...selection, remove: toggled(selection.remove, course.id) })}
      />
    ));
  return (
    <>
      {removed.length > 0 ? (
        <Part title={t('product_sync.removed')} note={t('product_sync.removed_note')}>
          {removedCourses(removed)}
        </Part>
      ) : null}
      {unpublished.length > 0 ? (
        <Part title={t('product_sync.unpublished')} note={t('product_sync.unpublished_note')}>
          {removedCourses(unpublished)}
        </Part>
      ) : null}
      {added.length > 0 ? (
        <Part title={t('product_sync.added')} note={t('product_sync.added_note')}>
          {added.map((course) => (
            <Tick
              key={course.id}
              checked={selection.add.has(course.id)}
              onChange={() => choose({ ...selection, add: toggled(selection.add, course.id) })}
              label={
                <>
                  {course.title}{' '}
                  <span className="kk-muted">
                    {t('product_sync.lessons')} {course.lesson_count} · {formatDuration(course.duration_sec)} ·{' '}
                    {money(course.sale_price)}
                  </span>
                </>
              }
            />
          ))}
        </Part>
      ) : null}
      {changed.length > 0 ? (
        <Part title={t('product_sync.changed')} note={t('product_sync.changed_note')}>
          {changed.map((course) => (
            <ChangedCourse key={course.id} course={course} />
          ))}
        </Part>
      ) : null}
    </>
  );
}

/** How the product differs from its courses now, and which differences to apply. */
function SyncForm({ id, difference, done }: { id: number; difference: Difference; done: () => void }) {
  const t = useT();
  const [selection, choose] = useState<Selection>({
    remove: new Set(difference.removed.map((course) => course.id)),
    add: new Set(),
    prices: false,
  });
  const [busy, setBusy] = useState(false);
  const apply = async (): Promise<void> => {
    setBusy(true);
    try {
      await request('PUT', '/admin/products/sync', {
        body: {
          ids: [id],
          remove_ids: [...selection.remove],
          add_ids: [...selection.add],
          use_course_prices: selection.prices,
        },
      });
      toast('success', t('product_sync.applied'));
      done();
    } catch (error) {
      if (error instanceof ApiError && !error.handled) toast('error', error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css['sync']}>
      <Differences difference={difference} chosen={selection} choose={choose} />
      {difference.list_price === difference.course_price ? null : (
        <ul className={css['prices']}>
          <Tick
            label={t('product_sync.use_prices', {
              old: money(difference.list_price),
              new: money(difference.course_price),
            })}
            checked={selection.prices}
            onChange={() => choose({ ...selection, prices: !selection.prices })}
          />
        </ul>
      )}
      <Button type="primary" loading={busy} onClick={() => void apply()}>
        {t('product_sync.apply')}
      </Button>
    </div>
  );
}

export function SyncPanel({ row, reload }: PanelProps<typeof products>) {
  const t = useT();
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['products', 'sync', row.id, row.version],
    gcTime: 0,
    queryFn: ({ signal }) => call(productsApi.compareProduct, { params: { id: row.id }, signal, in_place: true }),
  });
  if (isError) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <p className="kk-muted">{t('product_sync.last', { date: formatDateTime(data.synced_at) })}</p>
      {data.is_same ? (
        <Alert type="success" showIcon title={t('product_sync.same')} />
      ) : (
        <SyncForm key={JSON.stringify(data)} id={row.id} difference={data} done={reload} />
      )}
    </>
  );
}
