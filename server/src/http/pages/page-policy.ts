import type { Context } from '../../core/context.ts';
import { contentPolicy } from '../responses/security-headers.ts';
import { mayCount } from './statistics.ts';

const messengerScripts = 'https://res.wx.qq.com';

/** Builds the Content-Security-Policy of pages: our own origin, and the configured services, each only where it is used. */
export function createPagePolicy(ctx: Context): (userAgent: string) => Promise<string> {
  return async (userAgent) => {
    const [statistics, wechat, files, face, captcha, map, videos] = await Promise.all([
      ctx.settings.get('statistics_url'),
      ctx.settings.get('wechat_appid'),
      ctx.adapters.storage.origins(),
      ctx.adapters.face.provider(),
      ctx.adapters.captcha.origins(),
      ctx.adapters.maps.provider(),
      ctx.adapters.hosts.origins(),
    ]);
    const counted =
      ctx.config.env === 'production' && mayCount(statistics, ctx.config) ? [new URL(statistics).origin] : [];
    const messenger = wechat !== '' && /MicroMessenger/i.test(userAgent) ? [messengerScripts] : [];
    const faceScripts = face?.script ? [new URL(face.script).origin] : [];
    return contentPolicy({
      scripts: [...counted, ...messenger, ...faceScripts, ...captcha.scripts, ...(map?.origins.scripts ?? [])],
      connections: [...counted, ...captcha.connections, ...(map?.origins.connections ?? [])],
      pictures: [...counted, ...captcha.pictures, ...(map?.origins.pictures ?? [])],
      files: [...files, ...videos],
    });
  };
}
