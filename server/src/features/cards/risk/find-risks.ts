import { sql, type RawBuilder } from 'kysely';
import { riskLimits as limits, riskState, type RiskRule } from '@kaike/shared/domain/cards/card-risk';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { Context } from '../../../core/context.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Days from which an agency's usual hourly rate is computed. */
const usualDays = 7;
/** The most members and batches stored as evidence. */
const maxEvidence = 50;

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

type Rule = {
  rule: RiskRule;
  /** Rows of subject, member_id, agency_id, ip, score, evidence, first_at, last_at. */ find: (
    now: Date,
  ) => RawBuilder<unknown>;
};

const nobody = sql`null::bigint`;

/** Distinct values of a column as a JSON list, limited to what a person can review. */
const list = (column: string) => sql`to_jsonb((array_agg(distinct ${sql.ref(column)}))[1:${sql.lit(maxEvidence)}])`;

const guessing =
  (by: 'member' | 'ip') =>
  (now: Date): RawBuilder<unknown> =>
    sql`
  select ${by === 'member' ? sql`x.member_id::text` : sql`x.ip`} as subject, ${by === 'member' ? sql`x.member_id` : nobody} as member_id, ${nobody} as agency_id,
    ${by === 'ip' ? sql`x.ip` : sql`null::text`} as ip, count(*)::int as score,
    jsonb_build_object('member_ids', ${list('x.member_id')}, 'ips', ${list('x.ip')}, 'typos', count(*) filter (where x.reason = 'typo')) as evidence,
    min(x.created_at) as first_at, max(x.created_at) as last_at
  from card_misses x where x.created_at > ${before(now, dayMs)} and x.ip is not null group by ${by === 'member' ? sql`x.member_id` : sql`x.ip`}
  having count(*) >= ${by === 'member' ? limits.guessing_member : limits.guessing_ip}`;

const burstOfAddress = (now: Date): RawBuilder<unknown> => sql`
  select c.activation_ip as subject, ${nobody} as member_id, ${nobody} as agency_id, c.activation_ip as ip, count(*)::int as score,
    jsonb_build_object('member_ids', ${list('c.activated_member_id')}, 'batch_ids', ${list('c.batch_id')}) as evidence,
    min(c.activated_at) as first_at, max(c.activated_at) as last_at
  from cards c where c.activated_at > ${before(now, hourMs)} and c.activation_ip is not null group by c.activation_ip
  having count(*) >= ${limits.burst_ip} and count(distinct c.activated_member_id) >= ${limits.burst_ip_members}`;

const burstOfAgency = (now: Date): RawBuilder<unknown> => sql`
  select c.agency_id::text as subject, ${nobody} as member_id, c.agency_id, null::text as ip, count(*) filter (where c.activated_at > ${before(now, hourMs)})::int as score,
    jsonb_build_object('batch_ids', to_jsonb((array_agg(distinct c.batch_id) filter (where c.activated_at > ${before(now, hourMs)}))[1:${sql.lit(maxEvidence)}]),
      'usual_per_hour', round(count(*) filter (where c.activated_at <= ${before(now, hourMs)})::numeric / ${usualDays * 24}::int, 2)) as evidence,
    min(c.activated_at) filter (where c.activated_at > ${before(now, hourMs)}) as first_at, max(c.activated_at) as last_at
  from cards c where c.activated_at > ${before(now, usualDays * dayMs + hourMs)} and c.agency_id is not null group by c.agency_id
  having count(*) filter (where c.activated_at > ${before(now, hourMs)}) >= greatest(${limits.burst_agency}::numeric,
    ${limits.burst_agency_times}::numeric * count(*) filter (where c.activated_at <= ${before(now, hourMs)}) / ${usualDays * 24}::int)`;

/** Only where both the agency's and the member's province are known. */
const region = (now: Date): RawBuilder<unknown> => sql`
  select c.agency_id::text as subject, ${nobody} as member_id, c.agency_id, null::text as ip, count(*) filter (where mp.id <> ap.id)::int as score,
    jsonb_build_object('member_ids', to_jsonb((array_agg(distinct m.id) filter (where mp.id <> ap.id))[1:${sql.lit(maxEvidence)}]),
      'batch_ids', to_jsonb((array_agg(distinct c.batch_id) filter (where mp.id <> ap.id))[1:${sql.lit(maxEvidence)}]),
      'agency_area', min(ap.name), 'areas', to_jsonb(array_agg(distinct mp.name) filter (where mp.id <> ap.id)), 'of', count(*)) as evidence,
    min(c.activated_at) filter (where mp.id <> ap.id) as first_at, max(c.activated_at) filter (where mp.id <> ap.id) as last_at
  from cards c join agencies g on g.id = c.agency_id join areas aa on aa.id = g.area_id join areas ap on ap.level = 1 and aa.lft between ap.lft and ap.rgt
    join members m on m.id = c.activated_member_id join areas ma on ma.id = m.area_id join areas mp on mp.level = 1 and ma.lft between mp.lft and mp.rgt
  where c.activated_at > ${before(now, usualDays * dayMs)} and c.state = ${cardState.activated} group by c.agency_id
  having count(*) filter (where mp.id <> ap.id) >= ${limits.region}
    and count(*) filter (where mp.id <> ap.id) * 100 >= ${limits.region_percent} * count(*)`;

const rules: readonly Rule[] = [
  { rule: 'guessing_member', find: guessing('member') },
  { rule: 'guessing_ip', find: guessing('ip') },
  { rule: 'burst_ip', find: burstOfAddress },
  { rule: 'burst_agency', find: burstOfAgency },
  { rule: 'region', find: region },
];

/** Stores what the rules find now: one row per subject and day. A decided finding stays decided that day. */
export async function findRisks(ctx: Context): Promise<void> {
  const now = ctx.clock();
  for (const { rule, find } of rules) {
    await sql`insert into card_risks (rule, subject_key, member_id, agency_id, ip, score, evidence, first_at, last_at, created_at, updated_at)
      select ${rule}, f.subject || '@' || to_char(${now}::timestamptz at time zone ${defaultTimeZone}, 'YYYY-MM-DD'), f.member_id, f.agency_id, f.ip, f.score, f.evidence, f.first_at,
        f.last_at, ${now}, ${now} from (${find(now)}) f
      on conflict (rule, subject_key) do update set score = excluded.score, evidence = excluded.evidence, last_at = excluded.last_at, updated_at = excluded.updated_at,
        version = card_risks.version + 1
      where card_risks.state = ${riskState.open} and (card_risks.score, card_risks.last_at) is distinct from (excluded.score, excluded.last_at)`.execute(
      ctx.db,
    );
  }
}
