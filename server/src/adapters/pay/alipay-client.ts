import type { KeyObject } from 'node:crypto';
import { AdapterError } from '../adapter-error.ts';
import { askService, objectOf, readObject, textOf } from '../ask-service.ts';
import { signedPart, signParams, type AlipayParams } from './alipay-sign.ts';
import { beijingTime } from './beijing-time.ts';
import { isSignedRsa } from './rsa.ts';

/** An application at Alipay, for payments or for logging in. */
export type AlipayApp = { app_id: string; private_key: KeyObject; alipay_key: KeyObject; gateway: string };

export type AlipayAnswer = { code: string; sub_code: string; message: string; body: Record<string, unknown> };
export type AlipayCall = {
  method: string;
  content?: object;
  further?: AlipayParams;
  is_safe?: boolean;
  timeout_ms?: number;
};

const paymentMs = 10_000;

/** The parameters of a call, signed. */
export function alipayParams(
  app: AlipayApp,
  now: Date,
  { method, content, further }: AlipayCall,
): Record<string, string> {
  return signParams(app.private_key, {
    method,
    app_id: app.app_id,
    charset: 'utf-8',
    version: '1.0',
    sign_type: 'RSA2',
    timestamp: beijingTime(now),
    ...further,
    ...(content ? { biz_content: JSON.stringify(content) } : {}),
  });
}

/** Where a browser goes with these parameters. */
export const alipayUrl = (app: AlipayApp, params: AlipayParams): string =>
  `${app.gateway}?${new URLSearchParams(params).toString()}`;

/** Calls the gateway and believes what comes back only when it is signed; what is not carried out for reasons of its own is `unavailable`. */
export async function askAlipay(app: AlipayApp, now: Date, call: AlipayCall): Promise<AlipayAnswer> {
  const { biz_content: content, ...system } = alipayParams(app, now, call);
  const reply = await askService({
    method: 'POST',
    url: alipayUrl(app, system),
    timeout_ms: call.timeout_ms ?? paymentMs,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    body: content === undefined ? '' : new URLSearchParams({ biz_content: content }).toString(),
    is_safe: call.is_safe ?? false,
  });
  if (reply.status !== 200) throw new AdapterError('unavailable', { reason: 'status', status: reply.status });
  const name = `${call.method.replaceAll('.', '_')}_response`;
  const part = signedPart(reply.text, name);
  const all = readObject(reply.text);
  const body = part === null ? objectOf(all, 'error_response') : readObject(part);
  const answer = {
    code: textOf(body, 'code'),
    sub_code: textOf(body, 'sub_code'),
    message: textOf(body, 'sub_msg') || textOf(body, 'msg'),
    body,
  };
  if (answer.code === '20000' || answer.sub_code.endsWith('SYSTEM_ERROR'))
    throw new AdapterError('unavailable', { reason: answer.sub_code || answer.code });
  // Only errors may come unsigned.
  const isUnsigned = part === null || textOf(all, 'sign') === '';
  if (
    isUnsigned ? answer.code === '10000' || answer.code === '' : !isSignedRsa(app.alipay_key, part, textOf(all, 'sign'))
  )
    throw new AdapterError('bad_response', { reason: 'signature' });
  return answer;
}
