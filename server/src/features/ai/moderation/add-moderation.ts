import { sql } from 'kysely';
import {
  careLabels,
  moderationState,
  type ModerationLabel,
  type ModerationVerdict,
} from '@kaike/shared/domain/ai/moderation';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { addCareAlert } from './notify-safety-contact.ts';
import { sealText } from './sealed-text.ts';

/** Words that did not pass, or that a learner objects to. */
export type Moderated = {
  member_id: number;
  chat_id: number;
  message_id: number;
  direction: 'input' | 'output' | 'report';
  label: string;
  text: string;
};

/** What a learner says about themselves needs a person; what a reply says is only not shown. */
export const verdictOf = (direction: Moderated['direction'], label: ModerationLabel): ModerationVerdict =>
  direction === 'input' && careLabels.includes(label) ? 'care' : 'block';

/** Puts words into the queue. A second report of the same reply replaces the first, and waits again. */
export async function addModeration(
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  trx: Db,
  { verdict, ...entry }: Moderated & { verdict: ModerationVerdict },
): Promise<void> {
  const now = clock();
  const sealed = sealText(secrets, entry, entry.text);
  await sql`insert into ai_moderations (member_id, chat_id, message_id, direction, verdict, label, text_enc, created_at, updated_at)
    values (${entry.member_id}, ${entry.chat_id}, ${entry.message_id}, ${entry.direction}, ${verdict}, ${entry.label}, ${sealed}, ${now}, ${now})
    on conflict (message_id, direction) do update set verdict = excluded.verdict, label = excluded.label, text_enc = excluded.text_enc, state = ${moderationState.waiting},
      decided_by = null, decided_at = null, reason = '', version = ai_moderations.version + 1, updated_at = ${now}`.execute(
    trx,
  );
  if (verdict === 'care') await addCareAlert(trx, entry.member_id);
}

/** Of deleted talks the queue keeps what was decided about which label, and no word. */
export async function eraseModerations(trx: Db, chatIds: readonly number[]): Promise<void> {
  await sql`update ai_moderations set text_enc = null where chat_id = any(${[...chatIds]}::bigint[])`.execute(trx);
}
