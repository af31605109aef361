import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';
import { sendFile, type HttpReply } from '../../../core/respond.ts';
import type { MemberCall } from '../../../core/call.ts';
import { assertMayStudy, findRight, type PlayRight } from './play-access.ts';
import { findPlayFacts, type PlayFacts } from './play-facts.read.ts';

/** A lesson the member may study, with their right to it; throws the reason otherwise. */
export async function findMine(
  call: MemberCall<unknown>,
  lessonId: number,
  db: Db = call.ctx.db,
): Promise<{ facts: PlayFacts; right: PlayRight }> {
  assertMayStudy(call.actor);
  const facts = await findPlayFacts(db, {
    lesson_id: lessonId,
    member_id: call.actor.member.id,
    now: call.ctx.clock(),
  });
  assert(facts, 'lesson.not_found');
  return { facts, right: await findRight(call, facts, db) };
}

/** Sends a VTT file, with a policy that allows no active content. */
export const sendVtt = (body: string): HttpReply =>
  sendFile(body, {
    type: 'text/vtt; charset=utf-8',
    headers: {
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cache-Control': 'private, max-age=300',
    },
  });
