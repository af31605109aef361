import { sql, type RawBuilder } from 'kysely';
import type { MemberCounts, memberCountsBy } from '@kaike/shared/contracts/office/statistics';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { AdminCall } from '../../../core/call.ts';
import { inAgencies, parseSpan, type StatisticsSpan } from './span.ts';

type CountQuery = {
  from: string;
  to: string;
  by: (typeof memberCountsBy)[number];
  agency_id?: number | null | undefined;
};
type Row = MemberCounts['rows'][number];
type CountScope = { by: CountQuery['by']; where: RawBuilder<boolean>; span: StatisticsSpan };

const agencyKey = sql`coalesce(m.agency_id::text, '')`;
const dayKey = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${at} at time zone ${sql.lit(defaultTimeZone)}, 'YYYY-MM-DD')`;

function countEvents(event: 'created_at' | 'activated_at', { by, where, span }: CountScope): RawBuilder<unknown> {
  const at = sql`m.${sql.ref(event)}`;
  return sql`select ${by === 'day' ? dayKey(at) : agencyKey} as key, count(*)::int as n from members m
    where m.deleted_at is null and ${at} >= ${span.start} and ${at} < ${span.end} and ${where} group by 1`;
}

const studyOf = ({
  where,
  span,
}: CountScope): RawBuilder<unknown> => sql`learning_days d join members m on m.id = d.member_id
  where d.day between ${span.from}::date and ${span.to}::date and ${where}`;
const studySums = sql`count(distinct d.member_id)::int as studying, coalesce(sum(d.study_sec), 0)::int as study_sec, coalesce(sum(d.lessons_done), 0)::int as lessons_done`;

async function readRows(call: AdminCall, scope: CountScope): Promise<Row[]> {
  const { by, span } = scope;
  const days = sql`select to_char(d, 'YYYY-MM-DD') as key from generate_series(${span.from}::date, ${span.to}::date, interval '1 day') d`;
  const usedKeys = sql`select key from joined union select key from activated union select key from studied`;
  const { rows } = await sql<Row>`
    with joined as (${countEvents('created_at', scope)}), activated as (${countEvents('activated_at', scope)}),
      studied as (select ${by === 'day' ? sql`to_char(d.day, 'YYYY-MM-DD')` : agencyKey} as key, ${studySums} from ${studyOf(scope)} group by 1),
      k as (${by === 'day' ? days : usedKeys})
    select k.key, ${by === 'day' ? sql`k.key` : sql`coalesce((select g.name from agencies g where g.id::text = k.key), '')`} as label,
      coalesce(joined.n, 0) as joined, coalesce(activated.n, 0) as activated,
      coalesce(studied.studying, 0) as studying, coalesce(studied.study_sec, 0) as study_sec, coalesce(studied.lessons_done, 0) as lessons_done
    from k left join joined using (key) left join activated using (key) left join studied using (key)
    order by ${by === 'day' ? sql`k.key` : sql`joined desc, study_sec desc, k.key`}`.execute(call.ctx.db);
  return rows;
}

/** Every day of the span when counting by day, else every agency with a count. */
export async function loadMemberCounts(call: AdminCall, query: CountQuery): Promise<MemberCounts> {
  const span = parseSpan(query);
  const scope = { by: query.by, span, where: inAgencies(call, sql`m.agency_id`, query.agency_id) };
  const [rows, study] = await Promise.all([
    readRows(call, scope),
    sql<Pick<Row, 'studying' | 'study_sec' | 'lessons_done'>>`select ${studySums} from ${studyOf(scope)}`.execute(
      call.ctx.db,
    ),
  ]);
  const sum = (name: 'joined' | 'activated'): number => rows.reduce((total, row) => total + row[name], 0);
  const { studying = 0, study_sec = 0, lessons_done = 0 } = study.rows[0] ?? {};
  return { rows, totals: { joined: sum('joined'), activated: sum('activated'), studying, study_sec, lessons_done } };
}
