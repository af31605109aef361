import { sql, type RawBuilder } from 'kysely';
import type { Dashboard } from '@kaike/shared/contracts/dashboard';
import { cardState } from '@kaike/shared/domain/card-state';
import { courseStatus } from '@kaike/shared/domain/course-status';
import { mediaStatus } from '@kaike/shared/domain/media-status';
import { dayOf, startOfDay } from '@kaike/shared/domain/study-days';
import { permissionOf } from '@kaike/shared/kit/resource';
import { mayDo } from '../../http/actor.ts';
import type { AdminCall } from '../../http/route.ts';
import { rowScope } from '../../kit/access.ts';
import { countRows, fromOf } from '../../kit/read-rows.ts';

type Condition = { where: RawBuilder<boolean>; query: string };

type Figure = {
  key: string;
  resource: string;
  /** Rows counted, and the same as the list's filter; all of them without. `today` is when the school's day began. */
  only?: (today: string) => Condition;
  /** Shown only when there is something to be done about it. */
  is_alarm?: boolean;
};

const equal = (key: string, value: number): Condition => ({ where: sql<boolean>`r.${sql.ref(key)} = ${value}`, query: `where[${key}]=${value}` });
const since = (key: string, moment: string): Condition => ({ where: sql<boolean>`r.${sql.ref(key)} >= ${moment}`, query: `where[${key}][0]=${encodeURIComponent(moment)}` });
const atLeast = (key: string, value: number): Condition => ({ where: sql<boolean>`r.${sql.ref(key)} >= ${value}`, query: `where[${key}][0]=${value}` });

const figures: readonly Figure[] = [
  { key: 'members', resource: 'members' },
  { key: 'studying_today', resource: 'members', only: (today) => since('last_study_at', today) },
  { key: 'activated_today', resource: 'cards', only: (today) => since('activated_at', today) },
  { key: 'cards_issued', resource: 'cards', only: () => equal('state', cardState.issued) },
  { key: 'cards_stock', resource: 'cards', only: () => equal('state', cardState.stock) },
  { key: 'courses', resource: 'courses', only: () => equal('status', courseStatus.published) },
  { key: 'agencies', resource: 'agencies' },
  { key: 'admins', resource: 'admins' },
  { key: 'roles', resource: 'roles' },
  { key: 'failed_media', resource: 'media', only: () => equal('status', mediaStatus.failed), is_alarm: true },
  { key: 'suspicious_records', resource: 'learning-records', only: () => atLeast('suspicious', 1), is_alarm: true },
];

async function readFigure(call: AdminCall, figure: Figure): Promise<Dashboard['cards'][number]> {
  const resource = call.ctx.resources.get(figure.resource);
  const today = startOfDay(dayOf(call.ctx.clock())).toISOString();
  const only = figure.only?.(today);
  const scope = rowScope(call.actor, resource);
  const where = only ? sql<boolean>`${scope} and ${only.where}` : scope;
  const { total, exact } = await countRows(call.ctx.db, fromOf(resource), where);
  const url = `/admin/${figure.resource}${only ? `?${only.query}` : ''}`;
  return { key: figure.key, value: total, exact, url, is_alarm: figure.is_alarm ?? false };
}

/** The figures of the lists this person may open, counted in their scope: exact up to a bound, estimated beyond. */
export async function readFigures(call: AdminCall): Promise<Dashboard['cards']> {
  const mine = figures.filter(({ resource }) => mayDo(call.actor, permissionOf(call.ctx.resources.get(resource).definition, 'list')));
  const cards = await Promise.all(mine.map((figure) => readFigure(call, figure)));
  return cards.filter((card) => !card.is_alarm || card.value > 0);
}
