import { createHmac } from 'node:crypto';
import { canonicalQuery, encodeParameter, type AliyunKey } from './sign-aliyun.ts';

export type RpcAction = { name: string; version: string; params: Readonly<Record<string, string>> };
export type RpcMethod = 'GET' | 'POST';

export const rpcStringToSign = (method: RpcMethod, params: Readonly<Record<string, string>>): string =>
  `${method}&${encodeParameter('/')}&${encodeParameter(canonicalQuery(params))}`;

/** The signature of an Aliyun API request over all its parameters, scheme RPC v1 (HMAC-SHA1). */
export const signRpc = (secret: string, method: RpcMethod, params: Readonly<Record<string, string>>): string =>
  createHmac('sha1', `${secret}&`).update(rpcStringToSign(method, params)).digest('base64');

/** The signed query of an action that is called by GET. */
export function rpcQuery(
  key: AliyunKey,
  { name, version, params }: RpcAction,
  { now, nonce }: { now: Date; nonce: string },
): string {
  const all = {
    ...params,
    AccessKeyId: key.id,
    Action: name,
    Format: 'JSON',
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: nonce,
    SignatureVersion: '1.0',
    Timestamp: `${now.toISOString().slice(0, 19)}Z`,
    Version: version,
  };
  return `${canonicalQuery(all)}&Signature=${encodeParameter(signRpc(key.secret, 'GET', all))}`;
}
