import type { TalkSummary, ChatReport } from '@kaike/shared/contracts/ai/ai-talk';
import type * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import { reportState, summaryState } from '@kaike/shared/domain/ai/chat-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../../core/call.ts';
import { chineseFor } from '../../../../../core/chinese/chinese-script.ts';
import { proposeSentences } from '../../words/sentence-in-talk.ts';
import { type Chat, loadChat } from '../chat.store.ts';
import { presentChat } from '../present-chat.ts';

const states = { [reportState.none]: 'none', [reportState.waiting]: 'waiting', [reportState.ready]: 'ready' } as const;

const summaryMs = 120_000;

/** What a service wrote of the talk; of one that has not in two minutes nothing is expected. */
async function summaryOf(call: MemberCallOf<typeof aiTalk.getChatReport>, chat: Chat): Promise<TalkSummary> {
  const { summary_state: state, ended_at: end } = chat;
  if (state === summaryState.done && chat.summary !== '') {
    const convert = await chineseFor(call.locale);
    return { state: 'ready', summary: convert(chat.summary), advice: convert(chat.advice) };
  }
  const isDue = state === summaryState.waiting || state === summaryState.running;
  const isExpected = isDue && end !== null && call.ctx.clock().getTime() - end.getTime() < summaryMs;
  return { state: isExpected ? 'waiting' : 'none', summary: '', advice: '' };
}

export async function getChatReport(
  call: MemberCallOf<typeof aiTalk.getChatReport>,
): Promise<ResponseOf<typeof aiTalk.getChatReport>> {
  const chat = await loadChat(call.ctx.db, { id: call.params.id, member_id: call.actor.member.id });
  const state = Object.entries(states).find(([key]) => Number(key) === chat.report_state)?.[1] ?? 'none';
  const report = chat.report as Omit<ChatReport, 'sentences'> | null;
  // Reports of earlier versions name neither.
  const visible = report && {
    ...report,
    mistakes: report.mistakes ?? [],
    words_minute: report.words_minute ?? null,
    sentences: await proposeSentences(call.ctx.db, chat.id),
  };
  const summary = await summaryOf(call, chat);
  return { state, chat: await presentChat(call, chat, null), report: visible, summary };
}
