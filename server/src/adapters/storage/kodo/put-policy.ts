import { AdapterError } from '../../../core/adapter-error.ts';
import { isObjectKey } from '../object-key.ts';
import type { PutPolicy } from './upload-token.ts';

export type PolicyScope = { bucket: string; key: string | undefined; is_prefix: boolean };

/** Splits `bucket`, `bucket:key` and `bucket:prefix`. */
export function parseScope(policy: PutPolicy): PolicyScope {
  const at = policy.scope.indexOf(':');
  if (at < 0) return { bucket: policy.scope, key: undefined, is_prefix: false };
  return {
    bucket: policy.scope.slice(0, at),
    key: policy.scope.slice(at + 1),
    is_prefix: policy.isPrefixalScope === 1,
  };
}

/** The key an upload may write: the scope's own, or one the client requests within the scope; undefined when the server chooses. */
export function resolveKey(policy: PutPolicy, requested: string | undefined): string | undefined {
  const scope = parseScope(policy);
  const key = requested ?? (scope.is_prefix ? undefined : scope.key);
  if (key === undefined) return undefined;
  const isInside = scope.key === undefined || (scope.is_prefix ? key.startsWith(scope.key) : key === scope.key);
  if (!isInside) throw new AdapterError('rejected', { reason: 'key_out_of_scope', status: 403 });
  if (!isObjectKey(key)) throw new AdapterError('rejected', { reason: 'invalid_key', status: 400 });
  return key;
}

/** A scope without a key only inserts; so does a policy with `insertOnly`. */
export function isInsertOnly(policy: PutPolicy): boolean {
  const scope = parseScope(policy);
  return policy.insertOnly === 1 || scope.key === undefined;
}

/** Refuses a bucket other than the token's. */
export function assertBucket(policy: PutPolicy, bucket: string): void {
  if (parseScope(policy).bucket !== bucket)
    throw new AdapterError('rejected', { reason: 'no_such_bucket', status: 631 });
}

/** Whether a list such as `image/*;video/mp4` allows a type; a leading `!` turns it into a list of excluded types. */
export function isMimeAllowed(mime: string, limit: string | undefined): boolean {
  if (limit === undefined || limit === '') return true;
  const isDenial = limit.startsWith('!');
  const patterns = limit.slice(isDenial ? 1 : 0).split(';');
  const [family] = mime.split('/');
  const isListed = patterns.some((pattern) => pattern === mime || pattern === `${family}/*`);
  return isListed !== isDenial;
}
