import { memberStatus } from '@kaike/shared/domain/people/member-status';
import type { Db } from '../db/pool.ts';
import { isAdmin, hasPermission, type Actor, type ActorMember } from './actor.ts';
import { AppError, assert } from './app-error.ts';
import { isBelowClosedPage } from './sessions/closed-entries.ts';
import { anyAdmin, type RouteGuard } from './route.ts';

function checkAdmin(actor: Actor, permission: string | null, path: string | null): void {
  assert(isAdmin(actor), 'access.denied');
  assert(!actor.must_change_password, 'access.denied', { redirect: '/admin/personage/password' });
  assert(actor.second_factor !== 'enrol', 'access.denied', { redirect: '/admin/personage/second-factor' });
  assert(path === null || !isBelowClosedPage(actor.admin.closed, path), 'access.denied');
  assert(permission === anyAdmin || (permission !== null && hasPermission(actor, permission)), 'access.denied');
}

/** Throws unless the person may pass: not logged in, not a member, not allowed, or closed by the menu. */
export function checkGuard(
  guard: RouteGuard,
  permission: string | null,
  {
    actor,
    back_url,
    path = null,
  }: { actor: Actor | null; back_url: string; /** Of the route. */ path?: string | null },
): void {
  if (guard === 'open') return;
  if (actor?.second_factor === 'code')
    throw new AppError('auth.second_factor', {
      redirect: `/open/second-factor?back_url=${encodeURIComponent(back_url)}`,
    });
  if (!actor) throw new AppError('auth.required', { redirect: `/open/login?back_url=${encodeURIComponent(back_url)}` });
  if (guard === 'admin') return checkAdmin(actor, permission, path);
  if (guard === 'auth') return;
  const hasLeft = actor.member?.status === memberStatus.cancelled || actor.member?.status === memberStatus.merged;
  assert(actor.member && !hasLeft, 'access.denied');
  if (guard === 'home') assert(!actor.must_change_password, 'access.denied', { redirect: '/home/personage/password' });
}

/**
 * Whether a learner's own pages admit the member: one who has activated something, or has begun a course that needs no
 * activation.
 */
export async function mayStudy(db: Db, { id, is_activated }: ActorMember): Promise<boolean> {
  if (is_activated) return true;
  const first = await db
    .selectFrom('learning_records')
    .select('id')
    .where('member_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return first !== undefined;
}

/** Throws unless the person may pass a `home` guard: see `mayStudy`. */
export async function checkActivated(db: Db, guard: RouteGuard, actor: Actor | null): Promise<void> {
  if (guard !== 'home' || !actor?.member) return;
  assert(await mayStudy(db, actor.member), 'access.not_activated', { redirect: '/home/cards/use-card' });
}
