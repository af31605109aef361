import { accessState } from '@kaike/shared/domain/catalog/courses/course-access';
import { courseStatus, lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { isSoundFile } from '@kaike/shared/domain/catalog/media/file-types';
import { memberStatus } from '@kaike/shared/domain/people/member-status';
import { isReading } from '@kaike/shared/domain/learning/reading';
import type { MemberActor } from '../../../core/actor.ts';
import { AppError, assert } from '../../../core/app-error.ts';
import type { MemberCall } from '../../../core/call.ts';
import type { Db } from '../../../db/pool.ts';
import type { Renditions } from '../../catalog/media/public.ts';
import { loadOffer } from '../../commerce/products/public.ts';
import type { PlayFacts } from './play-facts.read.ts';

/** The right by which a lesson is studied; `preview_sec` is set when only its free beginning may be watched. */
export type PlayRight = {
  entitlement_id: number | null;
  end_at: Date | null;
  preview_sec: number | null;
  is_preview: boolean;
};

/** A suspended member's sessions are revoked, but one who is also an administrator may still be logged in. */
export function assertMayStudy({ member }: MemberActor): void {
  assert(member.status === memberStatus.effective || member.status === memberStatus.cancelling, 'auth.account_stopped');
}

/** Whether a preview can be served: a stream and a sound can be cut to their beginning, a plain video file cannot. */
export const hasPreview = ({
  preview_sec: seconds,
  is_free_lesson: isFree,
  renditions,
}: Pick<PlayFacts, 'preview_sec' | 'is_free_lesson' | 'renditions'>): boolean =>
  renditions !== null && seconds > 0 && (isFree || renditions.mode === 'hls' || isSoundFile(renditions.playlist));

/** Lessons that are whole or closed: who reads or talks has no beginning to try. */
const isWhole = (type: number): boolean => isReading(type) || type === lessonType.ai_scene;

/** The member's right to a lesson: an entitlement, a free course, else its preview; null when there is none. */
function rightOf(facts: PlayFacts): PlayRight | null {
  const isLive = facts.entitlement_id !== null;
  const state = accessState(
    { status: facts.course_status, is_free: facts.is_free },
    isLive ? { is_live: true, is_over: false } : null,
  );
  if (state === 'owned')
    return {
      entitlement_id: facts.entitlement_id,
      end_at: facts.entitlement_end_at,
      preview_sec: null,
      is_preview: false,
    };
  if (state === 'free') return { entitlement_id: null, end_at: null, preview_sec: null, is_preview: false };
  if (facts.course_status !== courseStatus.published) return null;
  if (isWhole(facts.type) && facts.is_free_lesson)
    return { entitlement_id: null, end_at: null, preview_sec: null, is_preview: true };
  if (hasPreview(facts))
    return { entitlement_id: null, end_at: null, preview_sec: facts.preview_sec, is_preview: true };
  return null;
}

/** Whether the member may study the lesson now. */
export const hasRight = (facts: PlayFacts): boolean => rightOf(facts) !== null;

/** The member's right to a lesson. Otherwise throws the reason, with the product on sale that grants it. */
export async function findRight(
  { actor, ctx }: Pick<MemberCall<unknown, unknown>, 'actor' | 'ctx'>,
  facts: PlayFacts,
  db: Db = ctx.db,
): Promise<PlayRight> {
  const right = rightOf(facts);
  if (right) return right;
  assert(facts.course_status === courseStatus.published, 'course.not_found');
  const offer = await loadOffer({ db, adapters: ctx.adapters }, facts.course_id);
  const refusal = {
    offer,
    closed_lesson: {
      lesson: { title: facts.title, chapter_title: facts.chapter_title },
      course: { id: facts.course_id, title: facts.course_title },
    },
  };
  throw actor.member.is_activated
    ? new AppError('course.no_access', refusal)
    : new AppError('access.not_activated', { ...refusal, redirect: '/home/cards/use-card' });
}

/** The packaged video of a lesson. */
export function readyVideo({ renditions, duration_sec: duration }: PlayFacts): Renditions {
  assert(renditions && duration > 0, 'lesson.not_ready');
  return renditions;
}
