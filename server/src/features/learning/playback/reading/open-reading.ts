import type { ReadingAnswer } from '@kaike/shared/contracts/learning/lessons';
import type * as lessons from '@kaike/shared/contracts/learning/lessons';
import { shownPercent } from '@kaike/shared/domain/catalog/courses/course-access';
import { isReading } from '@kaike/shared/domain/learning/reading';
import { assert } from '../../../../core/app-error.ts';
import { deviceLabel } from '../../../../core/sessions/device-label.ts';
import type { ById, MemberCallOf } from '../../../../core/call.ts';
import { loadOffer } from '../../../commerce/products/public.ts';
import { isWatchingElsewhere } from '../authorize-play.ts';
import { issueTicket, type Ticket } from '../issue-ticket.ts';
import { presentDocument, readerParams } from './lesson-document.ts';
import type { PlayRight } from '../play-access.ts';
import { findLiveTicket, type PlayFacts } from '../play-facts.read.ts';
import { findMine } from '../find-lesson.ts';

/** Nobody reads one lesson longer without opening it again. */
const maxSec = 7200;

type Call = MemberCallOf<typeof lessons.openReading>;

function describe(facts: PlayFacts, right: PlayRight) {
  return {
    duration_sec: facts.duration_sec,
    is_preview: right.is_preview,
    seen_sec: facts.seen_sec,
    percent: shownPercent(facts),
    completed_at: facts.completed_at?.toISOString() ?? null,
    missing_sec: facts.completed_at ? 0 : Math.max(0, facts.duration_sec - facts.seen_sec),
    is_end_reached: facts.end_reached_at !== null || facts.completed_at !== null,
  };
}

function issue(call: Call, facts: PlayFacts, right: PlayRight): Promise<Ticket> {
  return issueTicket(call.ctx, {
    member_id: call.actor.member.id,
    lesson_id: facts.lesson_id,
    session_id: call.actor.session_id,
    entitlement_id: right.entitlement_id,
    length_sec: Math.max(maxSec, facts.duration_sec),
    is_preview: right.is_preview,
    end_at: right.end_at,
  });
}

async function readContent(
  call: Call,
  facts: PlayFacts,
  ticket: Ticket,
): Promise<Pick<ReadingAnswer, 'content' | 'document'>> {
  const { ctx, actor, is_browser } = call;
  const row = await ctx.db
    .selectFrom('lessons')
    .select(['content', 'file', 'type'])
    .where('id', '=', facts.lesson_id)
    .executeTakeFirstOrThrow();
  const params = readerParams({ member_id: actor.member.id, lesson_id: facts.lesson_id, is_browser });
  const isArticle = row.file === null || row.type !== facts.type;
  return {
    content: row.content,
    document: isArticle
      ? null
      : await presentDocument(ctx, ctx.db, { address: row.file, expires_at: ticket.expires_at, params }),
  };
}

/** Opens a reading lesson. Like a video it counts on one device at a time: another active device is reported unless `take_over` is set. */
export async function openReading(call: Call & ById): Promise<ReadingAnswer> {
  const { facts, right } = await findMine(call, call.params.id);
  assert(isReading(facts.type) && facts.duration_sec > 0, 'lesson.not_ready');
  const live = await findLiveTicket(call.ctx.db, {
    lesson_id: facts.lesson_id,
    member_id: call.actor.member.id,
    now: call.ctx.clock(),
  });
  const common = {
    ...describe(facts, right),
    offer: right.is_preview ? await loadOffer(call.ctx, facts.course_id) : null,
  };
  if (call.body.take_over !== true && isWatchingElsewhere(call, live)) {
    return {
      ...common,
      other: { device_name: deviceLabel(live?.device_name ?? '', call.t), lesson_title: live?.lesson_title ?? '' },
      ticket: null,
      content: '',
      document: null,
    };
  }
  const ticket = await issue(call, facts, right);
  return { ...common, other: null, ticket: ticket.ticket, ...(await readContent(call, facts, ticket)) };
}
