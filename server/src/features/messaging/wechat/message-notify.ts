import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultLocale } from '@kaike/shared/locales/languages';
import type { Push } from '../../../adapters/wechat/port.ts';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import type { CallbackEndpoint } from '../../../core/messages/callback-endpoint.ts';
import { claimMessage } from '../../../core/messages/claim-message.ts';
import { refuseWechatNotice } from '../notices/public.ts';
import { translatorOf } from '../../../core/wording.ts';

const messageBytes = 256 * 1024;
const limit = { max: 6000, seconds: 60 };
const successReply = 'success';

/** Records who follows the official account, as only followers can be messaged. */
async function noteFollower(
  trx: Db,
  { app_id, open_id, is_following, now }: { app_id: string; open_id: string; is_following: boolean; now: Date },
): Promise<void> {
  const followedAt = is_following ? now : null;
  await trx
    .insertInto('ousers')
    .values({ provider: 'wechat_official', app_id, open_id, followed_at: followedAt, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'app_id', 'open_id']).doUpdateSet({ followed_at: followedAt, updated_at: now }),
    )
    .execute();
}

async function welcome(ctx: Context, push: Push): Promise<string> {
  const words = { school: await ctx.settings.get('school_name'), url: `${ctx.config.public_url ?? ''}/open/index` };
  return ctx.adapters.messenger.writeReply(push, translatorOf(defaultLocale)('third_party.welcome', words));
}

/** Processes a message once; a repeated one is only acknowledged. */
async function takePush(ctx: Context, push: Push): Promise<string> {
  const now = ctx.clock();
  const appId = await ctx.settings.get('wechat_appid');
  const isNew = await ctx.db.transaction().execute(async (trx) => {
    if (!(await claimMessage(trx, { sender: `wechat:${appId}`, message_id: push.id, now }))) return false;
    if (push.kind === 'subscribe' || push.kind === 'unsubscribe')
      await noteFollower(trx, { app_id: appId, open_id: push.from, is_following: push.kind === 'subscribe', now });
    return true;
  });
  const { Status: status, MsgID: messageId } = push.fields;
  if (isNew && push.kind === 'templatesendjobfinish' && status !== 'success') {
    await refuseWechatNotice(ctx.db, messageId ?? '');
    ctx.log.warn({ message_id: messageId, status }, 'the messenger did not deliver a message');
  }
  return isNew && push.kind === 'subscribe' ? welcome(ctx, push) : successReply;
}

type MessageRequest = FastifyRequest<{ Querystring: Record<string, string | undefined> }>;

const addresses = ['/open/message-notify', '/open/message-notify/wechat'];
const answers = {
  403: 'Not signed by the messenger, or not lately',
  429: 'Too many requests; see Retry-After',
  500: 'Our fault; to be sent again',
};

export const messengerCallbacks: readonly CallbackEndpoint[] = addresses.flatMap((path): CallbackEndpoint[] => [
  {
    method: 'GET',
    path,
    summary: 'The messenger asks whether the address is ours',
    takes: [],
    query: ['signature', 'timestamp', 'nonce', 'echostr'],
    answers: { 200: 'echostr, as it came', ...answers },
  },
  {
    method: 'POST',
    path,
    summary: 'A message or an event of the official account; sealed ones carry encrypt_type and msg_signature, too',
    takes: ['text/xml'],
    query: ['signature', 'timestamp', 'nonce'],
    answers: { 200: 'Taken: success, or a message in answer', ...answers },
  },
]);

/** The callback address of WeChat: ownership check and messages. No session and no CSRF token: the signature authenticates. */
export function mountMessageNotify(app: FastifyInstance, { ctx }: { ctx: Context }): void {
  const refuse = (reply: FastifyReply) => reply.code(403).type('text/plain').send('forbidden');
  const echo = async (request: MessageRequest, reply: FastifyReply) => {
    await ctx.limiter.take({ key: `message-notify|${request.ip}`, ...limit });
    const answer = await ctx.adapters.messenger.readEcho(request.query);
    return answer === null ? refuse(reply) : reply.type('text/plain').send(answer);
  };
  const receive = async (request: MessageRequest, reply: FastifyReply) => {
    await ctx.limiter.take({ key: `message-notify|${request.ip}`, ...limit });
    const push = await ctx.adapters.messenger.readPush({
      query: request.query,
      body: typeof request.body === 'string' ? request.body : '',
    });
    if (!push) return refuse(reply);
    const answer = await takePush(ctx, push);
    return reply.type(answer === successReply ? 'text/plain' : 'application/xml; charset=utf-8').send(answer);
  };
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: messageBytes }, (_request, body, done) =>
      done(null, body),
    );
    for (const base of ['', '/web-api']) {
      for (const path of addresses) {
        scope.get(base + path, echo);
        scope.post(base + path, receive);
      }
    }
  });
}
