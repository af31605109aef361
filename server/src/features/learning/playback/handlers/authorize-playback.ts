import type { PlayAuth } from '@kaike/shared/contracts/learning/watching';
import { shownPercent, missingSeconds } from '@kaike/shared/domain/catalog/courses/course-access';
import { watchedRanges } from '@kaike/shared/domain/learning/watched-bitmap';
import { assert } from '../../../../core/app-error.ts';
import { deviceLabel } from '../../../../core/sessions/device-label.ts';
import { signPlayback } from '../../../catalog/media/public.ts';
import { loadOffer } from '../../../commerce/products/public.ts';
import { type Ticket, issueTicket } from '../issue-ticket.ts';
import { neighboursOf } from '../neighbours.ts';
import { type PlayRight, readyVideo, assertMayStudy, findRight } from '../play-access.ts';
import { type PlayFacts, findPlayFacts, findPlaces, findLiveTicket } from '../play-facts.read.ts';
import { type PlayCall, isWatchingElsewhere } from '../authorize-play.ts';

/** Playback stopped this close to the end restarts from the beginning. */
const nearEndSec = 5;

/** Name, last four digits of the mobile and trace code: enough to identify who filmed the screen, too little to misuse. */
function marqueeOf(facts: PlayFacts, code: string): string {
  return [facts.person_name, (facts.mobile_phone ?? '').slice(-4), code].filter((part) => part !== '').join(' ');
}

/** The playback address for this member and lesson; `b` binds it to the member's browser, `t` to a live ticket, `p` ends it early. */
function sourceOf(
  call: PlayCall,
  facts: PlayFacts,
  { ticket, right }: { ticket: Ticket; right: PlayRight },
): PlayAuth['source'] {
  const { preview_sec } = right;
  const isWhole = preview_sec === null || preview_sec >= facts.duration_sec;
  const params = {
    m: String(call.actor.member.id),
    l: String(facts.lesson_id),
    ...(call.is_browser ? { b: '1' } : { t: String(ticket.id) }),
    ...(isWhole ? {} : { p: String(preview_sec) }),
  };
  return signPlayback(call.ctx.adapters.storage, readyVideo(facts), { expires_at: ticket.expires_at, params });
}

function positionOf(facts: PlayFacts, right: PlayRight): number {
  const end = right.preview_sec ?? facts.duration_sec;
  return facts.last_position >= end - nearEndSec ? 0 : facts.last_position;
}

function describe(facts: PlayFacts, right: PlayRight) {
  return {
    lesson: { id: facts.lesson_id, title: facts.title, chapter_title: facts.chapter_title, cover: facts.cover },
    course: { id: facts.course_id, title: facts.course_title, cover_style: facts.cover_style },
    position: positionOf(facts, right),
    duration_sec: facts.duration_sec,
    seen: watchedRanges(facts.seen_bitmap ?? Buffer.alloc(0), facts.duration_sec).map((stretch) => [...stretch]),
    seen_sec: Math.min(facts.seen_sec, facts.duration_sec),
    percent: shownPercent(facts),
    completed_at: facts.completed_at?.toISOString() ?? null,
    missing_sec: missingSeconds({ ...facts, is_finished: facts.completed_at !== null }),
    max_speed: facts.max_speed,
    forbid_skip: facts.forbid_skip,
    presence_min: facts.presence_min,
    complete_percent: facts.complete_percent,
    preview_sec: right.preview_sec,
  };
}

function issue(call: PlayCall, facts: PlayFacts, right: PlayRight): Promise<Ticket> {
  return issueTicket(call.ctx, {
    member_id: call.actor.member.id,
    lesson_id: facts.lesson_id,
    session_id: call.actor.session_id,
    entitlement_id: right.entitlement_id,
    length_sec: Math.min(right.preview_sec ?? Infinity, facts.duration_sec),
    is_preview: right.is_preview,
    end_at: right.end_at,
  });
}

/** Authorizes a member to play a lesson; another device that is watching is interrupted only with `take_over`. */
export async function authorizePlayback(call: PlayCall): Promise<PlayAuth> {
  assertMayStudy(call.actor);
  const { db } = call.ctx;
  const query = { lesson_id: call.query.lesson_id, member_id: call.actor.member.id, now: call.ctx.clock() };
  const [facts, places, live] = await Promise.all([
    findPlayFacts(db, query),
    findPlaces(db, query),
    findLiveTicket(db, query),
  ]);
  assert(facts, 'lesson.not_found');
  const right = await findRight(call, facts);
  readyVideo(facts);
  const offer = right.is_preview ? await loadOffer(call.ctx, facts.course_id) : null;
  const { number: _number, ...neighbours } = neighboursOf(places, { lesson_id: facts.lesson_id, right });
  const common = { ...describe(facts, right), ...neighbours, offer };
  if (call.query.take_over !== true && isWatchingElsewhere(call, live)) {
    const other = { device_name: deviceLabel(live?.device_name ?? '', call.t), lesson_title: live?.lesson_title ?? '' };
    return {
      ...common,
      other_device: true,
      other,
      ticket: null,
      expires_at: null,
      source: null,
      marquee: marqueeOf(facts, ''),
    };
  }
  const ticket = await issue(call, facts, right);
  return {
    ...common,
    other_device: false,
    other: null,
    ticket: ticket.ticket,
    expires_at: ticket.expires_at.toISOString(),
    source: sourceOf(call, facts, { ticket, right }),
    marquee: marqueeOf(facts, ticket.trace_code),
  };
}
