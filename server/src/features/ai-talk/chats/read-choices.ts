import { sql } from 'kysely';
import { maxTurnLength } from '@kaike/shared/contracts/ai-messages';
import type { TalkSettings } from '@kaike/shared/contracts/ai-talk';
import type * as aiTalk from '@kaike/shared/contracts/ai-talk';
import { aiPeopleStatus } from '@kaike/shared/domain/ai/ai-chat';
import { chatStatus } from '@kaike/shared/domain/ai/chat-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCall } from '../../../core/call.ts';
import { shippedText } from '../../../core/wording.ts';
import { readHelpLines } from '../../ai-moderations/public.ts';
import { hasScenes, isPlayable } from '../../ai-scenes/public.ts';
import { readSpendable } from '../../ai-seconds/public.ts';
import { readVoice, readVoiceConsent } from '../hearing/consents.ts';
import { readReading } from '../reading/reading-state.ts';
import { canTranslate } from '../words/translate-line.ts';
import { findLevel } from '../level/read-level.ts';
import { readMinor } from './minors.ts';
import { levelIn, peopleOf, presentPeople } from './present-chat.ts';
import { readScene } from './scene-snapshot.ts';

/** Teachers that can be chosen; to a minor only those for minors. */
export async function readPeoples({
  ctx,
  actor,
  locale,
}: MemberCall): Promise<ResponseOf<typeof aiTalk.listTalkPeoples>> {
  const isYoung = (await readMinor(ctx, ctx.db, actor.member.id)) !== null;
  const rows = await peopleOf(ctx.db)
    .select('for_minors')
    .where('status', '=', aiPeopleStatus.on)
    .where('deleted_at', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .limit(100)
    .execute();
  const offered = rows.filter((row) => !isYoung || row.for_minors);
  return {
    peoples: offered.map(({ for_minors: _forMinors, ...row }) => presentPeople(row, locale)),
    adults_only: rows.length - offered.length,
  };
}

type SceneRow = {
  template_id: number;
  name: string;
  scene: unknown;
  is_scripted: boolean;
  best: number | null;
  chat_id: number | null;
  people_id: number | null;
};

/** Scenes that can be played now. Of a script only what the list shows is read. */
export async function readScenes({
  ctx,
  actor,
  locale,
}: MemberCall): Promise<ResponseOf<typeof aiTalk.listTalkScenes>> {
  const memberId = actor.member.id;
  const vendor = await ctx.adapters.chat.vendor(memberId);
  const { rows } = await sql<SceneRow>`select t.id as template_id, t.name,
      (t.scene - 'script') || jsonb_build_object('script', jsonb_build_object('intro', t.scene #> '{script,intro}')) as scene, t.scene ? 'script' as is_scripted,
      (select max(cardinality(c.goals_done)) from ai_chats c join ai_prompt_templates v on v.id = c.template_id
        where c.member_id = ${memberId} and v.key = t.key and c.deleted_at is null) as best,
      a.id as chat_id, a.people_id
    from ai_prompt_templates t
      left join lateral (select c.id, c.people_id from ai_chats c where c.member_id = ${memberId} and c.template_id = t.id and c.lesson_id is null
        and c.status = ${chatStatus.active} and c.deleted_at is null and c.scene_snapshot is not null order by c.id desc limit 1) a on true
    where ${isPlayable(vendor !== null)}
    order by t.scene ? 'script', t.id desc limit 200`.execute(ctx.db);
  return {
    scenes: rows.map(
      ({ template_id, name, scene, is_scripted: isScripted, best, chat_id: chatId, people_id: peopleId }) => ({
        ...readScene(scene),
        // Nothing checks the goals of a talk without a script.
        ...(isScripted ? {} : { goals: [] }),
        is_free: !isScripted,
        template_id,
        name: shippedText(name, locale),
        best,
        active_chat: chatId === null || peopleId === null ? null : { id: chatId, people_id: peopleId },
      }),
    ),
  };
}

const on = <P extends string>(provider: P) => ({ provider, off: null });
const off = { provider: null, off: 'needs_service' } as const;
const noCheck = { provider: null, off: 'needs_check' } as const;
const noGuardian = { provider: null, off: 'needs_guardian' } as const;
const noScene = { provider: null, off: 'no_scene' } as const;

/** What takes a voice: below fourteen only with a guardian's consent. */
const spoken = <P extends string>(provider: P, minor: Awaited<ReturnType<typeof readMinor>>) =>
  (minor?.may_speak ?? true) ? on(provider) : noGuardian;

export async function readTalkSettings(call: MemberCall): Promise<TalkSettings> {
  const { ctx, actor, t } = call;
  const memberId = actor.member.id;
  const daily = await ctx.settings.get('ai_daily_free_sec');
  const vendor = await ctx.adapters.chat.vendor(memberId);
  const { free_today: free } = await readSpendable(ctx.db, memberId, { daily_free_sec: daily, now: ctx.clock() });
  const minor = await readMinor(ctx, ctx.db, memberId);
  const voice = await readVoice(call);
  const reading = await readReading(call);
  const last = await ctx.db
    .selectFrom('ai_chats')
    .select('cefr')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { rows } = await sql<{ has_scenes: boolean }>`select ${hasScenes(vendor !== null)} as has_scenes`.execute(
    ctx.db,
  );
  return {
    cefr: (await findLevel(ctx.db, memberId)) ?? (last ? levelIn(last.cefr) : null),
    capabilities: {
      chat: rows[0]?.has_scenes === true ? on(vendor === null ? 'script' : 'vendor') : noScene,
      free_talk: vendor === null ? off : on('vendor'),
      read_text: on((await ctx.adapters.speech.voices()).length === 0 ? 'browser' : 'vendor'),
      hear: voice ? spoken('vendor', minor) : on('browser'),
      translate: on((await canTranslate(ctx)) ? 'vendor' : 'shipped'),
      pron: reading ? spoken('local', minor) : noCheck,
    },
    max_characters: maxTurnLength,
    voice,
    voice_consent: await readVoiceConsent(call),
    reading,
    minor: minor && {
      minutes: minor.minutes,
      quiet: minor.quiet,
      left_sec: minor.left_sec,
      limit: minor.limit && t(`errors.${minor.limit.code}`, { minutes: minor.minutes, quiet: minor.quiet }),
    },
    help_lines: await readHelpLines(ctx),
    daily_free_sec: daily,
    free_sec_today: free,
  };
}
