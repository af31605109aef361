import type { Field, FieldKind } from '../field.ts';
import {
  normalizeDay,
  normalizeEmail,
  normalizeIdNumber,
  normalizeKey,
  normalizeMessageCode,
  normalizeMobile,
  normalizeNumber,
  normalizePersonName,
  normalizePhone,
  normalizeToken,
  trimText,
} from './normalize-text.ts';

type Normalize = (text: string) => string;

const byKind: Partial<Record<FieldKind, Normalize>> = {
  mobile: normalizeMobile,
  email: normalizeEmail,
  text: trimText,
  integer: normalizeNumber,
  decimal: normalizeNumber,
  money: normalizeNumber,
  bytes: normalizeNumber,
  date: normalizeDay,
  date_time: normalizeDay,
};

/** What a text has to be decides how it is read, too. */
const byRule: Readonly<Record<string, Normalize | undefined>> = {
  name: normalizePersonName,
  id_card: normalizeIdNumber,
  mobile: normalizeMobile,
  mobile_code: normalizeMessageCode,
  phone: normalizePhone,
  fix_phone: normalizePhone,
  email: normalizeEmail,
};

function normalizerOf(field: Field): Normalize | undefined {
  if (field.key_kind) return field.key_kind === 'token' ? normalizeToken : normalizeKey;
  if (field.kind !== 'text') return byKind[field.kind];
  if (field.is_person_name) return normalizePersonName;
  const rules = typeof field.rules === 'string' ? field.rules.split('|') : (field.rules ?? []);
  for (const rule of rules) {
    const normalize = byRule[rule];
    if (normalize) return normalize;
  }
  return trimText;
}

/**
 * The form in which a field stores what was typed, pasted, imported or searched for, before its rules are checked: the same on the
 * server, in forms, filters and sheets. Anything but text stays as it is.
 */
export const normalizeInput = (field: Field, raw: unknown): unknown =>
  typeof raw === 'string' ? (normalizerOf(field)?.(raw) ?? raw) : raw;
