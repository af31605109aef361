import type * as aiPeoplesApi from '@kaike/shared/contracts/ai/ai-peoples';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { aiPeoples } from '@kaike/shared/resources/ai/ai-peoples';
import { assert } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { loadRow } from '../../../kit/read/load-rows.ts';
import { findSound } from '../speech/public.ts';

/** Lets staff hear a voice for a teacher they may change; nothing is stored but the sound. */
export async function previewVoice(
  call: AdminCallOf<typeof aiPeoplesApi.previewVoice>,
): Promise<ResponseOf<typeof aiPeoplesApi.previewVoice>> {
  const { ctx, actor, body, params } = call;
  await loadRow({ db: ctx.db, actor, resource: ctx.resources.of(aiPeoples) }, params.id);
  const [usual] = await ctx.adapters.speech.voices();
  assert(usual, 'ai.no_speech');
  const voices = { [usual.provider]: body.voice ?? '' };
  const sound = await findSound(ctx, { text: body.sample_text, voices, chat_id: null, cause: null }, [usual]);
  assert(sound, 'ai.not_spoken');
  return sound;
}
