import { configFields, configGroupNames, configGroups, isSecretConfig } from '@kaike/shared/resources/configs';
import type { Secrets } from '../../core/secrets.ts';
import { settingDefaults } from '../../core/settings/setting-defaults.ts';

const purpose = 'configs';

/** The type of a setting as stored. */
export function typeOf(key: string): 'string' | 'number' | 'boolean' | 'json' {
  const value = defaultOf(key);
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as 'number' | 'boolean';
  return typeof value === 'string' ? 'string' : 'json';
}

/** The default of a setting. */
export const defaultOf = (key: string): unknown => (settingDefaults as Record<string, unknown>)[key];

/** The group a setting belongs to. */
export const groupOf = (key: string): string => configGroupNames.find((group) => key in configGroups[group]) ?? '';

/** A value as stored: text, sealed for secrets. */
export function toStored(secrets: Secrets, key: string, value: unknown): string {
  const text = typeOf(key) === 'json' ? JSON.stringify(value ?? null) : String(value ?? '');
  return isSecretConfig(key) && text !== '' ? secrets.seal(purpose, text, key).toString('base64') : text;
}

/** A stored value as shown: null for secrets. */
export function toShown(key: string, stored: string | null): unknown {
  if (isSecretConfig(key)) return null;
  if (stored === null) return defaultOf(key);
  const type = typeOf(key);
  if (type === 'number') return Number(stored);
  if (type === 'boolean') return stored === 'true' || stored === '1';
  return type === 'json' ? (JSON.parse(stored || 'null') as unknown) : stored;
}

export const isKnown = (key: string): boolean => Object.hasOwn(configFields, key);
