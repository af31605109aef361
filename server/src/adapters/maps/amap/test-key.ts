import { AdapterError, type AdapterErrorCode } from '../../../core/adapter-error.ts';
import { parseObject, textOf } from '../../call-service.ts';
import type { MapProvider } from '../port.ts';

const somewhere = '116.397,39.909';

/** Amap's codes of an account that is refused. */
const refusals: Readonly<Record<string, readonly [code: AdapterErrorCode, reason: string]>> = {
  '10001': ['unauthorized', 'no_key'],
  '10003': ['quota_exhausted', 'no_calls_left'],
  '10006': ['config_invalid', 'other_domain'],
  '10007': ['unauthorized', 'wants_signature'],
  '10008': ['unauthorized', 'security_code'],
  '10009': ['config_invalid', 'other_platform'],
};

/** Asks for the address of a point the way Amap's script does, so that key and security code are checked together. */
export async function testAmapKey(key: string, forward: MapProvider['forward']): Promise<void> {
  const query = new URLSearchParams({ platform: 'JS', s: 'rsv3', key, location: somewhere });
  const answer = await forward('/v3/geocode/regeo', query);
  if (!answer || answer.status >= 500) throw new AdapterError('unavailable', { reason: 'busy' });
  const content = parseObject(answer.body.toString('utf8'));
  const [status, infoCode] = [textOf(content, 'status'), textOf(content, 'infocode')];
  if (status === '1') return;
  if (status !== '0') throw new AdapterError('bad_response', { reason: 'unreadable' });
  const [code, reason] = refusals[infoCode] ?? ['rejected', infoCode];
  throw new AdapterError(code, { reason });
}
