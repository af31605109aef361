import type * as lessons from '@kaike/shared/contracts/learning/lessons';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { redirect, type HttpReply } from '../../../../core/respond.ts';
import { signFile } from '../../../../kit/files.ts';
import { findMine } from '../find-lesson.ts';
import { soundFileOf } from './sound-file.ts';

/** Long enough to start a download. */
const validMs = 300_000;

/** Redirects a member to the sound of a lesson; the address ends with the right to the course at the latest. */
export async function downloadSound(call: MemberCallOf<typeof lessons.downloadSound>): Promise<HttpReply<undefined>> {
  const { actor, ctx, is_browser } = call;
  const { facts, right } = await findMine(call, call.params.id);
  const file = soundFileOf(facts, right);
  assert(file, 'record.not_found');
  const end = Math.min(ctx.clock().getTime() + validMs, right.end_at?.getTime() ?? Infinity);
  const params = { m: String(actor.member.id), ...(is_browser ? { b: '1' } : {}) };
  return redirect(signFile(ctx, file, { expires_at: new Date(end), params }));
}
