import { AdapterError } from '../../core/adapter-error.ts';
import { textOf } from '../call-service.ts';
import { callAlipay, type AlipayApp } from '../pay/alipay-client.ts';
import { pictureOf } from './call-identity.ts';
import type { IdentityProvider } from './port.ts';

const timeoutMs = 5000;

/** Sign-in with Alipay: its calls are signed like payments. */
export function createAlipayLogin(app: AlipayApp & { open: string }, clock: () => Date): IdentityProvider {
  return {
    authorizeUrl: ({ redirect_uri, state }) =>
      `${app.open}/oauth2/publicAppAuthorize.htm?${new URLSearchParams({ app_id: app.app_id, scope: 'auth_user', redirect_uri, state }).toString()}`,
    async identify({ code }) {
      const token = await callAlipay(app, clock(), {
        method: 'alipay.system.oauth.token',
        extra_params: { grant_type: 'authorization_code', code },
        timeout_ms: timeoutMs,
      });
      const accessToken = textOf(token.body, 'access_token');
      if (accessToken === '') throw new AdapterError('rejected', { reason: token.sub_code || token.code });
      const {
        body,
        code: resultCode,
        sub_code,
      } = await callAlipay(app, clock(), {
        method: 'alipay.user.info.share',
        extra_params: { auth_token: accessToken },
        timeout_ms: timeoutMs,
      });
      const openId = textOf(body, 'open_id') || textOf(body, 'user_id');
      if (resultCode !== '10000' || openId === '')
        throw new AdapterError('rejected', { reason: sub_code || resultCode });
      return {
        provider: 'alipay',
        app_id: app.app_id,
        open_id: openId,
        union_id: null,
        nickname: textOf(body, 'nick_name'),
        avatar: pictureOf(body, 'avatar'),
        is_virtual: false,
      };
    },
  };
}
