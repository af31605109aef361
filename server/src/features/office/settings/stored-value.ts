import type { Field } from '@kaike/shared/kit/field';
import type { Secrets } from '../../../core/secrets.ts';
import { defaultOf, isSecret } from '../../../core/settings/setting-fields.ts';

const purpose = 'configs';

/** A setting with its key. */
export type KnownSetting = { key: string; field: Field };

/** The type of a setting as stored. */
export function typeOf({ field }: KnownSetting): 'string' | 'number' | 'boolean' | 'json' {
  const value = defaultOf(field);
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'string' : 'json';
}

/** A value as stored: text, sealed for secrets. */
export function toStored(secrets: Secrets, setting: KnownSetting, value: unknown): string {
  const text = typeOf(setting) === 'json' ? JSON.stringify(value ?? null) : String(value ?? '');
  return isSecret(setting.field) && text !== '' ? secrets.seal(purpose, text, setting.key).toString('base64') : text;
}

/** A stored value as displayed: null for secrets. */
export function toShown(setting: KnownSetting, stored: string | null): unknown {
  if (isSecret(setting.field)) return null;
  if (stored === null) return defaultOf(setting.field);
  const type = typeOf(setting);
  if (type === 'number') return Number(stored);
  if (type === 'boolean') return stored === 'true' || stored === '1';
  return type === 'json' ? (JSON.parse(stored || 'null') as unknown) : stored;
}
