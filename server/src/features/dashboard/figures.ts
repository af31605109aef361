import { sql, type RawBuilder } from 'kysely';
import type { Dashboard } from '@kaike/shared/contracts/dashboard';
import { moderationState } from '@kaike/shared/domain/ai/moderation';
import { riskState } from '@kaike/shared/domain/cards/card-risk';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { courseStatus } from '@kaike/shared/domain/courses/course-status';
import { authStatus } from '@kaike/shared/domain/people/people';
import { menuStatus } from '@kaike/shared/domain/menu-access';
import { mediaStatus } from '@kaike/shared/domain/media/media-status';
import { orderStatus } from '@kaike/shared/domain/orders/order-status';
import { dayOf, startOfDay } from '@kaike/shared/domain/courses/study-days';
import { permissionOf } from '@kaike/shared/kit/resource';
import { mayDo } from '../../core/actor.ts';
import { lastProof } from '../agencies/public.ts';
import { countPassed } from '../ai-budgets/public.ts';
import { lastSecondsDrift } from '../ai-seconds/public.ts';
import { readCached } from './cached.ts';
import type { Reader } from './reader.ts';
import { rowScope } from '../../kit/access.ts';
import { countRows, fromOf } from '../../kit/read/read-rows.ts';

type Condition = { where: RawBuilder<boolean>; query: string };

type Figure = {
  key: string;
  resource: string;
  /** Condition for the count and the matching list filter; without it all rows count. `today` is the start of the school's day. */
  only?: (today: string) => Condition;
  /** Shown only when greater than 0. */
  is_alarm?: boolean;
};

const equal = (key: string, value: number | string): Condition => ({
  where: sql<boolean>`r.${sql.ref(key)} = ${value}`,
  query: `where[${key}]=${value}`,
});
const both = (one: Condition, other: Condition): Condition => ({
  where: sql<boolean>`${one.where} and ${other.where}`,
  query: `${one.query}&${other.query}`,
});
const since = (key: string, moment: string): Condition => ({
  where: sql<boolean>`r.${sql.ref(key)} >= ${moment}`,
  query: `where[${key}][0]=${encodeURIComponent(moment)}`,
});
const atLeast = (key: string, value: number): Condition => ({
  where: sql<boolean>`r.${sql.ref(key)} >= ${value}`,
  query: `where[${key}][0]=${value}`,
});

const figures: readonly Figure[] = [
  { key: 'members', resource: 'members' },
  { key: 'studying_today', resource: 'members', only: (today) => since('last_study_at', today) },
  { key: 'activated_today', resource: 'cards', only: (today) => since('activated_at', today) },
  { key: 'activations', resource: 'cards', only: () => equal('state', cardState.activated) },
  { key: 'cards_issued', resource: 'cards', only: () => equal('state', cardState.issued) },
  { key: 'cards_stock', resource: 'cards', only: () => equal('state', cardState.stock) },
  { key: 'orders', resource: 'pay-orders', only: () => equal('status', orderStatus.delivered) },
  {
    key: 'orders_stuck',
    resource: 'pay-orders',
    only: () => equal('status', orderStatus.delivery_failed),
    is_alarm: true,
  },
  { key: 'refunds_asked', resource: 'pay-orders', only: () => equal('status', orderStatus.refunding), is_alarm: true },
  { key: 'reviews_waiting', resource: 'members', only: () => equal('is_auth', authStatus.pending), is_alarm: true },
  { key: 'courses', resource: 'courses', only: () => equal('status', courseStatus.published) },
  { key: 'agencies', resource: 'agencies' },
  { key: 'admins', resource: 'admins' },
  { key: 'roles', resource: 'roles' },
  { key: 'users', resource: 'users' },
  { key: 'guessing', resource: 'card-risks', only: () => equal('state', riskState.open), is_alarm: true },
  {
    key: 'ai_care',
    resource: 'ai-moderations',
    only: () => both(equal('state', moderationState.waiting), equal('verdict', 'care')),
    is_alarm: true,
  },
  {
    key: 'ai_reports',
    resource: 'ai-moderations',
    only: () => both(equal('state', moderationState.waiting), equal('verdict', 'report')),
    is_alarm: true,
  },
  {
    key: 'ai_doubts',
    resource: 'ai-moderations',
    only: () => both(equal('state', moderationState.waiting), equal('verdict', 'review')),
    is_alarm: true,
  },
  { key: 'failed_media', resource: 'media', only: () => equal('status', mediaStatus.failed), is_alarm: true },
  { key: 'suspicious_records', resource: 'learning-records', only: () => atLeast('suspicious', 1), is_alarm: true },
];

async function readFigure(call: Reader, figure: Figure): Promise<Dashboard['cards'][number]> {
  const resource = call.ctx.resources.get(figure.resource);
  const today = startOfDay(dayOf(call.ctx.clock())).toISOString();
  const only = figure.only?.(today);
  const scope = rowScope(call.actor, resource);
  const where = only ? sql<boolean>`${scope} and ${only.where}` : scope;
  const { total, exact } = await countRows(call.ctx.db, fromOf(resource), where);
  const url = `/admin/${figure.resource}${only ? `?${only.query}` : ''}`;
  return { key: figure.key, value: total, unit: 'count', exact, url, is_alarm: figure.is_alarm ?? false };
}

/** Total study time, cached for a few minutes because it reads every member. */
async function readStudyTime(call: Reader): Promise<Dashboard['cards']> {
  const members = call.ctx.resources.get('members');
  if (!mayDo(call.actor, permissionOf(members.definition, 'list'))) return [];
  const value = await readCached(call.ctx, `study_time|${call.actor.admin.agency?.id ?? ''}`, async () => {
    const { rows } = await sql<{
      total: number;
    }>`select coalesce(sum(r.total_study_sec), 0)::bigint as total from ${fromOf(members)} r where ${rowScope(call.actor, members)}`.execute(
      call.ctx.db,
    );
    return Number(rows[0]?.total ?? 0);
  });
  return [
    {
      key: 'study_time',
      value,
      unit: 'seconds',
      exact: true,
      url: '/admin/members?order[total_study_sec]=desc',
      is_alarm: false,
    },
  ];
}

/** Result of the nightly check of the quota ledger; shown only when it does not add up. */
async function readDrift(call: Reader): Promise<Dashboard['cards']> {
  if (call.actor.admin.agency || !mayDo(call.actor, 'admin.card-num-logs.list')) return [];
  const value = (await lastProof(call.ctx))?.drift_count ?? 0;
  return [{ key: 'ledger_drift', value, unit: 'count', exact: true, url: '/admin/card-num-logs', is_alarm: true }];
}

/** The same for the ledger of AI seconds. */
async function readSecondsDrift(call: Reader): Promise<Dashboard['cards']> {
  if (call.actor.admin.agency || !mayDo(call.actor, 'admin.ai-second-logs.list')) return [];
  const value = await lastSecondsDrift(call.ctx);
  return [{ key: 'seconds_drift', value, unit: 'count', exact: true, url: '/admin/ai-second-logs', is_alarm: true }];
}

const aiServices = ['chat', 'speech', 'transcription', 'moderation', 'translation'] as const;

/** What services of the AI teacher need somebody for: an account that is refused, and a day that costs more than expected. */
async function readChatAlarms({ ctx, actor }: Reader): Promise<Dashboard['cards']> {
  if (actor.admin.agency) return [];
  const alarm = { unit: 'count', exact: true, is_alarm: true } as const;
  const refused: Dashboard['cards'] = [];
  for (const service of mayDo(actor, 'admin.configs.list') ? aiServices : [])
    if (await ctx.adapters[service].isRefused())
      refused.push({ ...alarm, key: `${service}_refused`, value: 1, url: `/admin/configs?group=${service}` });
  if (!mayDo(actor, 'admin.ai-budgets.list')) return refused;
  const passed = await countPassed(ctx);
  return passed === 0 ? refused : [...refused, { ...alarm, key: 'ai_cost', value: passed, url: '/admin/ai-budgets' }];
}

/** Number of enabled menu entries. */
async function readMenuTotal(call: Reader): Promise<Dashboard['cards']> {
  if (call.actor.admin.agency || !mayDo(call.actor, 'admin.menus.list')) return [];
  const { total } = await call.ctx.db
    .selectFrom('menus')
    .select((one) => one.fn.countAll<number>().as('total'))
    .where('deleted_at', 'is', null)
    .where('status', '=', menuStatus.enabled)
    .executeTakeFirstOrThrow();
  return [{ key: 'menus', value: Number(total), unit: 'count', exact: true, url: '/admin/menus', is_alarm: false }];
}

/** The figures of the lists this user may open, counted within their scope: exact up to a limit, estimated beyond. */
export async function readFigures(call: Reader): Promise<Dashboard['cards']> {
  const mine = figures.filter(({ resource }) =>
    mayDo(call.actor, permissionOf(call.ctx.resources.get(resource).definition, 'list')),
  );
  const [cards, studyTime, drift, seconds, chat, menus] = await Promise.all([
    Promise.all(mine.map((figure) => readFigure(call, figure))),
    readStudyTime(call),
    readDrift(call),
    readSecondsDrift(call),
    readChatAlarms(call),
    readMenuTotal(call),
  ]);
  const all = [...drift, ...seconds, ...chat, ...cards, ...menus, ...studyTime];
  // What needs somebody comes first.
  return [...all.filter((card) => card.is_alarm && card.value > 0), ...all.filter((card) => !card.is_alarm)];
}
