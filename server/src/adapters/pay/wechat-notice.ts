import { createDecipheriv, type KeyObject } from 'node:crypto';
import { AppError, assert } from '../../core/app-error.ts';
import { objectOf, parseObject, textOf } from '../call-service.ts';
import type { NoticeRequest } from './port.ts';
import { isSignedRsa } from './rsa.ts';
import { replyMessage } from './wechat-sign.ts';

/** Maximum clock difference of a signed message, in either direction. */
const toleranceSec = 300;
const tagBytes = 16;

type Signed = { header: (name: string) => string; body: string };

/** Whether one of WeChat Pay's keys signed the message within the last five minutes. Its probes are deliberately signed wrong. */
export function isFromWechat(keys: ReadonlyMap<string, KeyObject>, { header, body }: Signed, now: Date): boolean {
  const [timestamp, nonce, signature] = [
    header('Wechatpay-Timestamp'),
    header('Wechatpay-Nonce'),
    header('Wechatpay-Signature'),
  ];
  const key = keys.get(header('Wechatpay-Serial'));
  if (!key || !/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() / 1000 - Number(timestamp)) >= toleranceSec)
    return false;
  return isSignedRsa(key, replyMessage({ timestamp, nonce, body }), signature);
}

/** Decrypts a notice's resource with the merchant's API v3 key. Throws when it was encrypted with another key. */
export function openSealed(
  v3Key: Buffer,
  sealed: { ciphertext: string; associated_data: string; nonce: string },
): string {
  const bytes = Buffer.from(sealed.ciphertext, 'base64');
  const decipher = createDecipheriv(
    v3Key.length === 32 ? 'aes-256-gcm' : 'aes-128-gcm',
    v3Key,
    Buffer.from(sealed.nonce, 'utf8'),
  );
  decipher.setAAD(Buffer.from(sealed.associated_data, 'utf8'));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
}

type DecryptedNotice = { id: string; event: string; content: Record<string, unknown> };

function openNotice(v3Key: Buffer, text: string): DecryptedNotice {
  const notice = parseObject(text);
  const resource = objectOf(notice, 'resource');
  try {
    const sealed = {
      ciphertext: textOf(resource, 'ciphertext'),
      associated_data: textOf(resource, 'associated_data'),
      nonce: textOf(resource, 'nonce'),
    };
    return {
      id: textOf(notice, 'id'),
      event: textOf(notice, 'event_type'),
      content: parseObject(openSealed(v3Key, sealed)),
    };
  } catch (cause) {
    throw new AppError('pay.bad_signature', { cause });
  }
}

/**
 * The content of a notice; throws `pay.bad_signature` unless its signature is valid. `pay.unknown_key` names the serial number
 * of a key that is not in the settings: the notice is from WeChat Pay, since it alone has the merchant's API v3 key, but of
 * whatever time.
 */
export function parseWechatNotice(
  keys: { platform_keys: ReadonlyMap<string, KeyObject>; v3_key: Buffer },
  { headers, body }: NoticeRequest,
  now: Date,
): DecryptedNotice {
  const text = body.toString('utf8');
  const header = (name: string): string => [headers[name.toLowerCase()] ?? ''].flat()[0] ?? '';
  const serial = header('Wechatpay-Serial');
  const isUnknown = /^[\w-]{1,64}$/.test(serial) && !keys.platform_keys.has(serial);
  assert(isUnknown || isFromWechat(keys.platform_keys, { header, body: text }, now), 'pay.bad_signature');
  const opened = openNotice(keys.v3_key, text);
  if (isUnknown) throw new AppError('pay.unknown_key', { params: { serial } });
  return opened;
}
