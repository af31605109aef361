import type { Context } from '../context.ts';
import { contentPolicy } from './security-headers.ts';

const messengerScripts = 'https://res.wx.qq.com';

/** The origin of an address; null for what is no https address. */
function originOf(address: string): string | null {
  return address.startsWith('https://') && URL.canParse(address) ? new URL(address).origin : null;
}

/** Writes the Content-Security-Policy of pages: our own origin, and the services the school has set up, each only where it is used. */
export function createPagePolicy(ctx: Context): (userAgent: string) => Promise<string> {
  return async (userAgent) => {
    const [statistics, wechat] = await Promise.all([ctx.settings.get('statistics_url'), ctx.settings.get('wechat_appid')]);
    const counted = ctx.config.env === 'production' ? originOf(statistics) : null;
    const messenger = wechat !== '' && /MicroMessenger/i.test(userAgent) ? messengerScripts : null;
    return contentPolicy({ scripts: [counted, messenger].filter((origin) => origin !== null), beacons: counted ? [counted] : [] });
  };
}
