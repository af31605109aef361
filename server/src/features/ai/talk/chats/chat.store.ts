import { sql } from 'kysely';
import { chatActions, leaseSeconds, type ChatStatus } from '@kaike/shared/domain/ai/chat-status';
import { allows } from '@kaike/shared/domain/status';
import type { CefrLevel } from '@kaike/shared/domain/people/people';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { Db } from '../../../../db/pool.ts';
import { deviceName } from '../../../auth/login/public.ts';

/** A talk as its use cases need it. */
export type Chat = {
  id: number;
  member_id: number;
  people_id: number;
  template_id: number | null;
  /** The lesson that it belongs to. */
  lesson_id: number | null;
  title: string;
  cefr: CefrLevel;
  status: ChatStatus;
  provider: string;
  scene_snapshot: unknown;
  lease_token: string | null;
  lease_device: string;
  lease_until: Date | null;
  goals_done: string[];
  /** Those that a service found beside the scene. */
  goals_judged: string[];
  turns: number;
  hints: number;
  member_words: number;
  talk_sec: number;
  ai_sec_charged: number;
  rating: number | null;
  report: unknown;
  report_state: number;
  /** Both written by a chat service, or empty. */
  summary: string;
  advice: string;
  summary_state: number;
  started_at: Date;
  ended_at: Date | null;
  /** Of the teacher's voice. */
  speech_rate: number;
  /** What the teacher speaks. */
  language: string;
  /** How the teacher corrects: `off` is not at all. */
  correction: string;
};

type Key = { id: number; member_id: number };

/** The member's own talk; with `lock` nobody else changes it until the transaction ends. */
export async function loadChat(db: Db, { id, member_id }: Key, { lock = false } = {}): Promise<Chat> {
  const { rows } =
    await sql<Chat>`select c.id, c.member_id, c.people_id, c.template_id, c.lesson_id, c.title, c.cefr, c.status, c.provider, c.scene_snapshot,
      c.lease_token, c.lease_device, c.lease_until, c.goals_done, c.goals_judged, c.turns, c.hints, c.member_words, c.talk_sec, c.ai_sec_charged, c.rating, c.report,
      c.report_state, c.summary, c.advice, c.summary_state, c.started_at, c.ended_at, p.speech_rate, p.language, p.correction
    from ai_chats c join ai_peoples p on p.id = c.people_id
    where c.id = ${id} and c.member_id = ${member_id} and c.deleted_at is null ${lock ? sql`for no key update of c` : sql``}`.execute(
      db,
    );
  const [chat] = rows;
  if (!chat) throw new AppError('record.not_found');
  return chat;
}

/** The scene of a talk as it was when the talk began. */
export async function loadSnapshot(db: Db, id: number): Promise<unknown> {
  const { rows } = await sql<{ scene: unknown }>`select scene_snapshot as scene from ai_chats where id = ${id}`.execute(
    db,
  );
  return rows[0]?.scene ?? null;
}

/** Whether another page holds the talk now. */
export const isHeldByOther = ({ lease_token: token, lease_until: until }: Chat, lease: string, now: Date): boolean =>
  token !== null && token !== lease && until !== null && until > now;

/** Gives the talk to a page, or keeps it there. */
export async function renewLease(
  trx: Db,
  chatId: number,
  { lease, device, now }: { lease: string; device: string; now: Date },
): Promise<void> {
  await sql`update ai_chats set lease_token = ${lease}, lease_device = ${deviceName(device)},
    lease_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds}) where id = ${chatId}`.execute(trx);
}

/** Refuses what a talk that has ended does not allow. */
export function checkActive({ status }: Chat, action: keyof typeof chatActions): void {
  assert(allows(chatActions, action, status), 'ai.chat_over');
}

/** Also refuses a page that no longer holds the talk. */
export function checkTurn(chat: Chat, lease: string, action: keyof typeof chatActions = 'talk'): void {
  checkActive(chat, action);
  assert(chat.lease_token === lease, 'ai.taken_over');
}
