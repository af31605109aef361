import type * as start from '@kaike/shared/contracts/auth/start';
import type { ResponseOf, QueryOf } from '@kaike/shared/kit/contract';
import { AdapterError } from '../../../core/adapter-error.ts';
import type { SignedPage } from '../../../adapters/wechat/port.ts';
import type { Context } from '../../../core/context.ts';
import type { Actor } from '../../../core/actor.ts';
import { AppError, assert } from '../../../core/app-error.ts';
import type { Call } from '../../../core/call.ts';
import { loadShareCard } from '../../site/site/public.ts';

type Answer = ResponseOf<typeof start.getWxConfig>;

const functions = [
  'updateAppMessageShareData',
  'updateTimelineShareData',
  'chooseWXPay',
  'closeWindow',
  'hideMenuItems',
  'getNetworkType',
];
const nothing: Answer = {
  wxconfig: { appId: '', timestamp: 0, nonceStr: '', signature: '', jsApiList: [], debug: false },
  show: null,
};

/** Hosts whose pages may be signed: those of the settings, else the public host of the installation. */
async function ownHosts({ settings, config }: Context): Promise<string[]> {
  const configured = (await settings.get('wechat_js_domains')).map((one) =>
    URL.canParse(one) ? new URL(one).host : one.trim().toLowerCase(),
  );
  return configured.length > 0 ? configured : config.public_url === null ? [] : [new URL(config.public_url).host];
}

async function sign(ctx: Context, url: string): Promise<SignedPage | null> {
  try {
    return await ctx.adapters.messenger.signPage(url);
  } catch (cause) {
    if (!(cause instanceof AdapterError)) throw cause;
    ctx.log.warn({ err: cause }, 'a page could not be signed for the messenger');
    throw new AppError('wechat.away', { cause });
  }
}

/** Signs a page so that it can use WeChat's JS API. Foreign pages are refused, as they would act in our name. */
export async function getWxConfig({
  ctx,
  query,
}: Call<Actor | null, unknown, QueryOf<typeof start.getWxConfig>>): Promise<Answer> {
  const url = query.url ?? '';
  const hosts = await ownHosts(ctx);
  if ((await ctx.settings.get('wechat_appid')) === '' || url === '' || hosts.length === 0) return nothing;
  assert(URL.canParse(url) && /^https?:/.test(url) && hosts.includes(new URL(url).host), 'wechat.foreign_page');
  const page = await sign(ctx, url);
  if (!page) return nothing;
  return {
    wxconfig: {
      appId: page.app_id,
      timestamp: page.timestamp,
      nonceStr: page.nonce,
      signature: page.signature,
      jsApiList: functions,
      debug: false,
    },
    show: await loadShareCard(ctx, new URL(url)),
  };
}
