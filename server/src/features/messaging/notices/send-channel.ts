import { sql, type RawBuilder } from 'kysely';
import { defaultLocale } from '@kaike/shared/locales/languages';
import { messageStatus, sendState } from '@kaike/shared/domain/messaging/message-status';
import { smsTitle } from '@kaike/shared/domain/messaging/sms-parts';
import { AdapterError } from '../../../core/adapter-error.ts';
import type { Context } from '../../../core/context.ts';
import { translatorOf } from '../../../core/wording.ts';
import type { Db } from '../../../db/pool.ts';
import type { NoticeFacts } from '../../../db/types/stored-json.ts';
import { htmlToText } from './html-to-text.ts';
import { noticeText } from './notice-text.ts';
import { noticeWords } from './study/notice-words.ts';

type Outgoing = {
  message_id: number;
  member_id: number;
  address: string;
  title: string;
  body: string;
  /** Of the page that shows more. */
  path: string | null;
};

export const noticeChannels = ['mail', 'sms', 'wechat'] as const;
export type ChannelName = (typeof noticeChannels)[number];

/** A delivery channel besides the app: its state and address columns, and how it sends. */
type Channel = {
  name: ChannelName;
  state: 'mail_state' | 'sms_state' | 'wechat_state';
  /** Of the user `u`. */
  address: RawBuilder<unknown>;
  can_deliver: () => Promise<boolean>;
  /** Resolves to `skipped` when the channel does not know the address. */
  send: (outgoing: Outgoing) => Promise<unknown>;
};

/** Notices by mail, with the address of the page that shows more. */
function mailChannel({ adapters, config }: Context): Channel {
  return {
    name: 'mail',
    state: 'mail_state',
    address: sql`u.email`,
    can_deliver: adapters.mail.can_deliver,
    send: ({ address, title, body, path }) => {
      const link = path === null || config.public_url === null ? [] : [`${config.public_url}${path}`];
      return adapters.mail.send({ to: address, subject: title, text: [htmlToText(body), ...link].join('\n\n') });
    },
  };
}

/** Notices by text message: the title only, as vendors require an approved template. */
async function smsChannel({ adapters, settings }: Context): Promise<Channel> {
  const school = await settings.get('school_name');
  return {
    name: 'sms',
    state: 'sms_state',
    address: sql`u.mobile_phone`,
    can_deliver: () => adapters.sms.can_deliver('notice'),
    send: ({ address, title }) =>
      adapters.sms.send({
        to: address,
        purpose: 'notice',
        params: { title: smsTitle(title) },
        text: noticeText(title, school),
      }),
  };
}

/** The identity of user `u` that follows the account; null without an account. */
export const openIdOf = (account: string | null): RawBuilder<string | null> =>
  account === null
    ? sql`null::text`
    : sql`(select o.open_id from ousers o where o.user_id = u.id and o.provider = 'wechat_official' and o.app_id = ${account}
        and o.followed_at is not null order by o.id limit 1)`;

/** Notices to followers of the official account: the title, with a link to the page that shows more. */
async function wechatChannel({ adapters, config, db }: Context): Promise<Channel> {
  const account = await adapters.messenger.noticeAccount();
  return {
    name: 'wechat',
    state: 'wechat_state',
    address: openIdOf(account),
    can_deliver: async () => account !== null,
    async send({ address, title, path, message_id, member_id }) {
      const url = config.public_url === null ? null : `${config.public_url}${path ?? '/home/notices'}`;
      const notice = { open_id: address, key: `notice-${message_id}-${member_id}`, title, url };
      const delivery = await adapters.messenger.sendNotice(notice);
      if (delivery === null) return 'skipped';
      return db
        .updateTable('message_deliveries')
        .set({ wechat_message_id: delivery })
        .where('message_id', '=', message_id)
        .where('member_id', '=', member_id)
        .execute();
    },
  };
}

const channelMakers = { mail: mailChannel, sms: smsChannel, wechat: wechatChannel };

export const findChannel = async (ctx: Context, name: ChannelName): Promise<Channel> => channelMakers[name](ctx);

/** WeChat reports that it did not deliver a notice. */
export async function refuseWechatNotice(db: Db, wechatMessageId: string): Promise<void> {
  await db
    .updateTable('message_deliveries')
    .set({ wechat_state: sendState.failed })
    .where('wechat_message_id', '=', wechatMessageId)
    .execute();
}

/** Marks one waiting message as handed over before sending: after a crash it is reported as uncertain rather than sent twice. */
async function claim(ctx: Context, messageId: number, { state, address }: Channel): Promise<Outgoing | undefined> {
  const { rows } = await sql<
    Outgoing & { facts: NoticeFacts | null }
  >`update message_deliveries d set ${sql.ref(state)} = ${sendState.handed_over}
    from messages g, members m, users u where d.message_id = g.id and m.id = d.member_id and u.id = m.user_id and (d.message_id, d.member_id) = (
      select message_id, member_id from message_deliveries where message_id = ${messageId} and ${sql.ref(state)} = ${sendState.waiting}
        and exists (select from messages r where r.id = message_id and r.status <> ${messageStatus.recalled})
      order by member_id limit 1 for update skip locked)
    returning d.message_id, d.member_id, coalesce(${address}, '') as address, g.title, g.body,
      (select t.facts from message_targets t where t.message_id = d.message_id and t.member_id = d.member_id) as facts`.execute(
    ctx.db,
  );
  const [row] = rows;
  return row && { ...row, ...noticeWords(row, { t: translatorOf(defaultLocale), locale: defaultLocale }) };
}

async function settle(
  ctx: Context,
  messageId: number,
  { channel, member_id, value }: { channel: Channel; member_id: number; value: number },
): Promise<void> {
  await sql`update message_deliveries set ${sql.ref(channel.state)} = ${value} where message_id = ${messageId} and member_id = ${member_id}`.execute(
    ctx.db,
  );
}

async function sendOne(ctx: Context, channel: Channel, outgoing: Outgoing): Promise<number> {
  if (outgoing.address === '') return sendState.skipped;
  if (!(await channel.can_deliver())) return sendState.failed;
  try {
    return (await channel.send(outgoing)) === 'skipped' ? sendState.skipped : sendState.sent;
  } catch (error) {
    // Rate limited, so not sent: it stays waiting, and the job retries it.
    if (error instanceof AdapterError && error.code === 'rate_limited') return sendState.waiting;
    ctx.log.warn(
      { err: error, member_id: outgoing.member_id, channel: channel.name },
      'a notice was not accepted by its channel',
    );
    return sendState.failed;
  }
}

/** Sends the waiting messages of a channel one by one. Throws when rate limited; the job's retry delay is long enough. */
export async function sendChannel(ctx: Context, messageId: number, channel: Channel): Promise<void> {
  for (let next = await claim(ctx, messageId, channel); next; next = await claim(ctx, messageId, channel)) {
    const value = await sendOne(ctx, channel, next);
    await settle(ctx, messageId, { channel, member_id: next.member_id, value });
    if (value === sendState.waiting) throw new AdapterError('rate_limited', { reason: channel.name });
  }
}
