import { sql } from 'kysely';
import type { AiSpeeds } from '@kaike/shared/contracts/office/statistics';
import { callState } from '@kaike/shared/domain/ai/ai-usage';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import { parseSpan } from '../span.ts';
import type * as statistics from '@kaike/shared/contracts/office/statistics';
import type { AdminCallOf } from '../../../../core/call.ts';

/** How long learners waited for each vendor, stage by stage, 19 times of 20: from the single calls, which are removed after some months. */
export async function getAiSpeeds(call: AdminCallOf<typeof statistics.getAiSpeeds>): Promise<AiSpeeds> {
  const query = call.query;
  const { start, end } = parseSpan(query);
  const { rows } = await sql<
    Omit<AiSpeeds['rows'][number], 'label'>
  >`with calls as (select provider, purpose, ms_first, ms_total from ai_usage
      where created_at >= ${start} and created_at < ${end} and state = ${callState.whole} and purpose in ('talk', 'stt', 'tts')),
    times as (
      select provider, 'hear' as stage, ms_total as ms from calls where purpose = 'stt'
      union all select provider, 'first_word', ms_first from calls where purpose = 'talk' and ms_first is not null
      union all select provider, 'speech', ms_total from calls where purpose = 'tts'
      -- Replies name their writer as vendor and model.
      union all select split_part(model, ' ', 1), 'first_sentence', (timings ->> 'first_sentence')::float8 from ai_messages
        where created_at >= ${start} and created_at < ${end} and role = 'ai' and timings ? 'first_sentence' and model <> ${scriptProvider})
    select provider as key, count(*)::int as times,
      percentile_disc(0.95) within group (order by ms) filter (where stage = 'hear')::int as hear,
      percentile_disc(0.95) within group (order by ms) filter (where stage = 'first_word')::int as first_word,
      percentile_disc(0.95) within group (order by ms) filter (where stage = 'first_sentence')::int as first_sentence,
      percentile_disc(0.95) within group (order by ms) filter (where stage = 'speech')::int as speech
    from times group by provider order by provider`.execute(call.ctx.db);
  return {
    rows: rows.map((row) => ({ ...row, label: call.t(`resources.ai-usage.choices.provider.${row.key}`) })),
  };
}
