import type { TalkChat, TalkPeople } from '@kaike/shared/contracts/ai/ai-talk';
import { aiLanguageChoices } from '@kaike/shared/domain/ai/ai-chat';
import { cefrLevels, type CefrLevel } from '@kaike/shared/domain/people/people';
import type { Locale } from '@kaike/shared/locales/languages';
import type { Context } from '../../../../core/context.ts';
import { shippedText } from '../../../../core/wording.ts';
import { deviceLabel } from '../../../../core/sessions/device-label.ts';
import type { MemberCall } from '../../../../core/call.ts';
import { loadSpendable, spendableSec } from '../../seconds/public.ts';
import type { Db } from '../../../../db/pool.ts';
import { isHeldByOther, type Chat } from './chat.store.ts';
import { goalsOf, parseScene } from './scene-snapshot.ts';

export const levelIn = (value: string): CefrLevel => cefrLevels.find((one) => one === value) ?? 'A1';
const languageIn = (value: string) => aiLanguageChoices.find((one) => one.value === value)?.value ?? 'en';

const peopleColumns = [
  'id',
  'name',
  'avatar',
  'gender',
  'country',
  'accent',
  'language',
  'speech_rate',
  'greeting',
  'sample_text',
  'cefr_min',
  'cefr_max',
] as const;

export const peopleOf = (db: Db) => db.selectFrom('ai_peoples').select(peopleColumns);

type PeopleRow = Omit<TalkPeople, 'language' | 'sample' | 'cefr_min' | 'cefr_max'> & {
  sample_text: string;
  language: string;
  cefr_min: string;
  cefr_max: string;
};

export const presentPeople = ({ sample_text: sample, ...row }: PeopleRow, locale: Locale): TalkPeople => ({
  ...row,
  country: shippedText(row.country, locale),
  accent: shippedText(row.accent, locale),
  sample: sample || row.greeting,
  language: languageIn(row.language),
  cefr_min: levelIn(row.cefr_min),
  cefr_max: levelIn(row.cefr_max),
});

/** A talk as its learner sees it on a page with this lease. */
export async function presentChat(call: MemberCall, chat: Chat, lease: string | null): Promise<TalkChat> {
  const { goals: _goals, ...scene } = parseScene(chat.scene_snapshot);
  const people = await peopleOf(call.ctx.db).where('id', '=', chat.people_id).executeTakeFirstOrThrow();
  const isHeld = isHeldByOther(chat, lease ?? '', call.ctx.clock());
  return {
    ...scene,
    id: chat.id,
    people: presentPeople(people, call.locale),
    template_id: chat.template_id,
    lesson_id: chat.lesson_id,
    title: shippedText(chat.title, call.locale),
    cefr: levelIn(chat.cefr),
    status: chat.status,
    goals: goalsOf(chat),
    provider: chat.provider,
    turns: chat.turns,
    talk_sec: chat.talk_sec,
    charged_sec: chat.ai_sec_charged,
    rating: chat.rating,
    report_state: chat.report_state,
    held_by: isHeld ? deviceLabel(chat.lease_device, call.t) || call.t('sign_in.unknown_device') : null,
    started_at: chat.started_at.toISOString(),
    ended_at: chat.ended_at?.toISOString() ?? null,
  };
}

/** Seconds that a member can spend now. */
export async function secondsLeft(ctx: Context, memberId: number): Promise<number> {
  const daily = await ctx.settings.get('ai_daily_free_sec');
  return spendableSec(await loadSpendable(ctx.db, memberId, { daily_free_sec: daily, now: ctx.clock() }));
}
