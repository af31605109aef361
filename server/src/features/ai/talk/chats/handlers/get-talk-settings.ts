import { sql } from 'kysely';
import { maxTurnLength } from '@kaike/shared/contracts/ai/ai-messages';
import type { TalkSettings } from '@kaike/shared/contracts/ai/ai-talk';
import type { MemberCall } from '../../../../../core/call.ts';
import { loadHelpLines } from '../../../moderation/public.ts';
import { hasScenes } from '../../../scenes/public.ts';
import { loadSpendable } from '../../../seconds/public.ts';
import { loadVoice, loadVoiceConsent } from '../../hearing/consents.ts';
import { loadReading } from '../../reading/reading-state.ts';
import { canTranslate } from '../../words/translate-line.ts';
import { findLevel } from '../../level/find-level.ts';
import { findMinor } from '../minors.ts';
import { levelIn } from '../present-chat.ts';

const on = <P extends string>(provider: P) => ({ provider, off: null });
const off = { provider: null, off: 'needs_service' } as const;
const noCheck = { provider: null, off: 'needs_check' } as const;
const noGuardian = { provider: null, off: 'needs_guardian' } as const;
const noScene = { provider: null, off: 'no_scene' } as const;

/** What takes a voice: below fourteen only with a guardian's consent. */
const spoken = <P extends string>(provider: P, minor: Awaited<ReturnType<typeof findMinor>>) =>
  (minor?.may_speak ?? true) ? on(provider) : noGuardian;

export async function getTalkSettings(call: MemberCall): Promise<TalkSettings> {
  const { ctx, actor, t } = call;
  const memberId = actor.member.id;
  const daily = await ctx.settings.get('ai_daily_free_sec');
  const vendor = await ctx.adapters.chat.vendor(memberId);
  const { free_today: free } = await loadSpendable(ctx.db, memberId, { daily_free_sec: daily, now: ctx.clock() });
  const minor = await findMinor(ctx, ctx.db, memberId);
  const voice = await loadVoice(call);
  const reading = await loadReading(call);
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
    voice_consent: await loadVoiceConsent(call),
    reading,
    minor: minor && {
      minutes: minor.minutes,
      quiet: minor.quiet,
      left_sec: minor.left_sec,
      limit: minor.limit && t(`errors.${minor.limit.code}`, { minutes: minor.minutes, quiet: minor.quiet }),
    },
    help_lines: await loadHelpLines(ctx),
    daily_free_sec: daily,
    free_sec_today: free,
  };
}
