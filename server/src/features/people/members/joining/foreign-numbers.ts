import type { ErrorCode } from '@kaike/shared/errors';
import type { AdminCall } from '../../../../core/call.ts';

type NewLogins = { mobile_phone: string | null; email: string | null };

/** Numbers of others that an agency may come upon in a day; a preview and its import are two times. */
const maxForeignTaken = 40;

/**
 * An agency has to be told that a number is in use, though not by whom; at its desk, that nobody uses it. It learns so of a few
 * numbers a day only that are not its own learners', so that it cannot try out a list of other people's.
 */
export async function limitForeignNumbers(
  { ctx, actor }: AdminCall,
  person: NewLogins,
  error: ErrorCode = 'member.too_many_taken',
): Promise<void> {
  const { agency } = actor.admin;
  if (!agency) return;
  const own = await ctx.db
    .selectFrom('users as u')
    .innerJoin('members as m', 'm.user_id', 'u.id')
    .innerJoin('agencies as a', 'a.id', 'm.agency_id')
    .select('u.id')
    .where((is) => is.or([is('u.mobile_phone', '=', person.mobile_phone), is('u.email', '=', person.email)]))
    .where('a.lft', '>=', agency.lft)
    .where('a.rgt', '<=', agency.rgt)
    .limit(1)
    .executeTakeFirst();
  if (own) return;
  const key = `foreign-number|${agency.id}`;
  await ctx.limiter.take({ key, max: maxForeignTaken, seconds: 86_400, error });
}
