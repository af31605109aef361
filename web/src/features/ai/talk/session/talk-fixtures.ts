import type { TalkMessage } from '@kaike/shared/contracts/ai/ai-messages';
import type { ShownChat, TalkChat } from '@kaike/shared/contracts/ai/ai-talk';
import { formatEvent, type TalkEvent } from '@kaike/shared/domain/ai/talk-events';

const at = '2026-11-23T08:00:00.000Z';

export const person: TalkChat['people'] = {
  id: 1,
  name: 'Mia',
  avatar: null,
  gender: 2,
  country: 'GB',
  accent: '英式',
  language: 'en',
  speech_rate: 1,
  sample: 'Hello',
  greeting: 'Hi, I am Mia.',
  cefr_min: 'A1',
  cefr_max: 'C1',
};

export const talkMessageOf = (fields: Partial<TalkMessage>): TalkMessage => ({
  id: 1,
  seq: 1,
  role: 'ai',
  reply_to: null,
  client_msg_id: null,
  content: 'Hi there! What can I get for you?',
  status: 3,
  finish_reason: 'stop',
  error_code: null,
  is_scripted: true,
  is_replaced: false,
  talk_sec: 3,
  content_no: '1',
  saved: false,
  is_reported: false,
  corrections: [],
  created_at: at,
  ...fields,
});

export const chatOf = (fields: Partial<TalkChat> = {}): TalkChat => ({
  id: 7,
  people: person,
  template_id: 3,
  lesson_id: null,
  title: '咖啡馆点单',
  cefr: 'A1',
  status: 1,
  user_role: 'a customer',
  ai_role: 'a friendly barista',
  place: 'a small cafe in London',
  picture: 'cafe',
  minutes: 6,
  intro: { en: 'You are at the counter.', zh: '您在柜台前。' },
  goals: [
    { text: 'Order a drink', zh: '点一杯饮料', is_done: false },
    { text: 'Say whether you want sugar', zh: '说明要不要糖', is_done: false },
    { text: 'Pay for your order', zh: '付款', is_done: false },
  ],
  phrases: [{ text: 'To take away, please.', zh: '我要带走。' }],
  vocabulary: [{ text: 'barista', zh: '咖啡师' }],
  provider: 'script',
  turns: 0,
  talk_sec: 0,
  charged_sec: 0,
  rating: null,
  report_state: 0,
  held_by: null,
  started_at: at,
  ended_at: null,
  ...fields,
});

export const shownOf = (fields: Partial<ShownChat> = {}): ShownChat => ({
  chat: chatOf(),
  messages: [talkMessageOf({})],
  seconds_left: 600,
  ...fields,
});

/** The text of a stream: the events, numbered from `first`. */
export const streamText = (messageId: number, events: readonly TalkEvent[], first = 1): string =>
  events.map((event, index) => formatEvent({ message_id: messageId, n: first + index, event })).join('');

/** A response that sends these pieces, and then ends or breaks off. */
export function streamOf(pieces: readonly string[], isCut = false): Response {
  const encoder = new TextEncoder();
  const rest = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = rest.shift();
      if (piece !== undefined) controller.enqueue(encoder.encode(piece));
      else if (isCut) controller.error(new TypeError('network'));
      else controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

export const refusal = (status: number, code: string, message = ''): Response =>
  new Response(JSON.stringify({ code, message }), { status, headers: { 'content-type': 'application/json' } });
