import type { SettingStore } from '../../core/settings/settings.ts';
import { AdapterError } from '../../core/adapter-error.ts';
import { callService, parseObject, textOf } from '../call-service.ts';
import type { VendorClientDeps } from '../http-client/vendor-clients.ts';
import type { TemplateNotice } from './port.ts';
import { isStale, loadAccessToken, type WechatAccount, type TokenDeps } from './tokens.ts';

type NoticeTemplate = { account: WechatAccount; template_id: string; field: string };

const timeoutMs = 5000;
const notFollowing = '43004';
/** Busy, or the daily quota is used up: nothing was sent, so it is tried again later. */
const later = ['-1', '45009'];

/** The account with its template; null while a part is missing. */
export async function findNoticeTemplate(settings: SettingStore, officialBase: string): Promise<NoticeTemplate | null> {
  const [appId, secret, base, template, field] = await Promise.all([
    settings.get('wechat_appid'),
    settings.get('wechat_secret'),
    settings.get('wechat_base'),
    settings.get('wechat_notice_template'),
    settings.get('wechat_notice_field'),
  ]);
  if ([appId, secret, template, field].includes('')) return null;
  return { account: { app_id: appId, secret, base: base || officialBase }, template_id: template, field };
}

async function post(
  { account, template_id: template, field }: NoticeTemplate,
  { token, fetch }: VendorClientDeps & { token: string },
  notice: TemplateNotice,
): Promise<string> {
  const url = `${account.base}/cgi-bin/message/template/send?${new URLSearchParams({ access_token: token }).toString()}`;
  const body = JSON.stringify({
    touser: notice.open_id,
    template_id: template,
    ...(notice.url === null ? {} : { url: notice.url }),
    client_msg_id: notice.key,
    data: { [field]: { value: notice.title } },
  });
  // Not repeated after a network failure: it may have arrived.
  const reply = await callService({ method: 'POST', url, body, timeout_ms: timeoutMs, fetch });
  const response = parseObject(reply.text);
  const code = textOf(response, 'errcode');
  if (code !== '' && code !== '0')
    throw new AdapterError(later.includes(code) ? 'rate_limited' : 'rejected', { reason: code });
  const id = textOf(response, 'msgid');
  if (id === '') throw new AdapterError('bad_response', { reason: 'msgid' });
  return id;
}

/** Sends a notice by the account's template; with a token that has become invalid nothing was sent, so it is sent once more. Null when the person does not follow the account. */
export async function sendTemplateNotice(
  deps: TokenDeps,
  template: NoticeTemplate,
  notice: TemplateNotice,
): Promise<string | null> {
  const { fetch } = deps;
  const token = await loadAccessToken(deps, template.account);
  try {
    return await post(template, { token, fetch }, notice).catch(async (error: unknown) => {
      if (!isStale(error)) throw error;
      return post(template, { token: await loadAccessToken(deps, template.account, token), fetch }, notice);
    });
  } catch (error) {
    if (error instanceof AdapterError && error.reason === notFollowing) return null;
    throw error;
  }
}
