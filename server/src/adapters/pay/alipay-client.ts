import type { KeyObject } from 'node:crypto';
import { AdapterError } from '../../core/adapter-error.ts';
import type { VendorClientDeps } from '../http-client/vendor-clients.ts';
import { callService, objectOf, parseObject, textOf } from '../call-service.ts';
import { signedPart, signParams, type AlipayParams } from './alipay-sign.ts';
import { beijingTime } from './beijing-time.ts';
import { isSignedRsa } from './rsa.ts';

/** An application at Alipay, for payments or for sign-in. */
export type AlipayApp = {
  app_id: string;
  private_key: KeyObject;
  alipay_key: KeyObject;
  gateway: string;
} & VendorClientDeps;

export type AlipayAnswer = {
  code: string;
  sub_code: string;
  message: string;
  body: Record<string, unknown>;
  /** Whether Alipay signed it; only errors may be unsigned. */
  is_signed: boolean;
};
export type AlipayCall = VendorClientDeps & {
  method: string;
  content?: object;
  extra_params?: AlipayParams;
  is_safe?: boolean;
  timeout_ms?: number;
};

const paymentTimeoutMs = 10_000;

/** The signed parameters of a call. */
export function alipayParams(
  app: AlipayApp,
  now: Date,
  { method, content, extra_params }: AlipayCall,
): Record<string, string> {
  return signParams(app.private_key, {
    method,
    app_id: app.app_id,
    charset: 'utf-8',
    version: '1.0',
    sign_type: 'RSA2',
    timestamp: beijingTime(now),
    ...extra_params,
    ...(content ? { biz_content: JSON.stringify(content) } : {}),
  });
}

/** The address to send a browser to with these parameters. */
export const alipayUrl = (app: AlipayApp, params: AlipayParams): string =>
  `${app.gateway}?${new URLSearchParams(params).toString()}`;

/** Calls the gateway and accepts only signed responses; system errors of the gateway become `unavailable`. */
export async function callAlipay(app: AlipayApp, now: Date, call: AlipayCall): Promise<AlipayAnswer> {
  const { biz_content: content, ...system } = alipayParams(app, now, call);
  const reply = await callService({
    method: 'POST',
    url: alipayUrl(app, system),
    timeout_ms: call.timeout_ms ?? paymentTimeoutMs,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    body: content === undefined ? '' : new URLSearchParams({ biz_content: content }).toString(),
    is_safe: call.is_safe ?? false,
    fetch: call.fetch ?? app.fetch,
  });
  if (reply.status !== 200) throw new AdapterError('unavailable', { reason: 'status', status: reply.status });
  const name = `${call.method.replaceAll('.', '_')}_response`;
  const part = signedPart(reply.text, name);
  const all = parseObject(reply.text);
  const body = part === null ? objectOf(all, 'error_response') : parseObject(part);
  const isUnsigned = part === null || textOf(all, 'sign') === '';
  const answer = {
    is_signed: !isUnsigned,
    code: textOf(body, 'code'),
    sub_code: textOf(body, 'sub_code'),
    message: textOf(body, 'sub_msg') || textOf(body, 'msg'),
    body,
  };
  if (answer.code === '20000' || answer.sub_code.endsWith('SYSTEM_ERROR'))
    throw new AdapterError('unavailable', { reason: answer.sub_code || answer.code });
  if (
    isUnsigned ? answer.code === '10000' || answer.code === '' : !isSignedRsa(app.alipay_key, part, textOf(all, 'sign'))
  )
    throw new AdapterError('bad_response', { reason: 'signature' });
  return answer;
}
