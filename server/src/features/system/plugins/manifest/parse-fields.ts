import type { Choice, Field, FieldKind, Fields } from '@kaike/shared/kit/field';
import type { MenuRoot } from '@kaike/shared/kit/resource';
import { parseInput } from '@kaike/shared/kit/parse-input';
import { parseRules } from '@kaike/shared/rules/engine';
import {
  pluginFieldKinds,
  pluginSettingKinds,
  type AnswerShape,
} from '@kaike/shared/domain/system/plugins/plugin-manifest';
import { isJsonObject, type JsonValue } from './json.ts';
import type { ManifestReader } from './reader.ts';

/** A pattern of a stranger could keep the server busy for ever. */
const refusedRules = /(?:^|\|)\s*(?:regex|not_regex)\s*(?::|\||$)/;

const roots: readonly MenuRoot[] = ['dashboard', 'learning', 'people', 'trade', 'ai', 'site', 'system'];

/** The heading of the back office that something stands below. */
export function parseRoot(reader: ManifestReader): MenuRoot {
  const name = reader.text('root', { initial: 'system' });
  const root = roots.find((one) => one === name);
  if (!root) reader.complain('root', `must be one of ${roots.join(', ')}`);
  return root ?? 'system';
}

const fieldName = /^[a-z][a-z0-9_]{0,39}$/;

function readRules(reader: ManifestReader): string {
  const rules = reader.text('rules', { initial: '' });
  if (refusedRules.test(rules)) reader.complain('rules', 'must not have patterns');
  else {
    try {
      parseRules(rules);
      return rules;
    } catch (error) {
      reader.complain('rules', `cannot be used: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return '';
}

function readChoices(reader: ManifestReader): Choice[] {
  const raw = reader.value('choices');
  const items: readonly JsonValue[] = Array.isArray(raw) ? raw : [];
  const choices = items.flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' ? [{ value, key: String(value) }] : [],
  );
  if (choices.length === 0 || choices.length !== items.length || choices.length > 50)
    reader.complain('choices', 'must be a list of texts or numbers');
  return choices;
}

/** A field as a manifest declares it; `allowed` are its kinds. */
function readField(reader: ManifestReader, name: string, allowed: readonly FieldKind[] = pluginFieldKinds): Field {
  const kindName = reader.text('kind', { matches: /^[a-z_]+$/ });
  const kind = allowed.find((one) => one === kindName);
  if (!kind) reader.complain('kind', `must be one of ${allowed.join(', ')}`);
  const initial = reader.value('initial');
  if (kind === 'password' && initial !== undefined) reader.complain('initial', 'is not for secrets');
  const field: Field = {
    kind: kind ?? 'text',
    rules: readRules(reader),
    ...(initial === undefined ? {} : { initial }),
    ...(kind === 'choice' ? { choices: readChoices(reader) } : {}),
  };
  if (kind && initial !== undefined && Object.keys(parseInput({ [name]: field }, {}).failures).length > 0)
    reader.complain('initial', 'breaks its own rules');
  return field;
}

/** A field of the settings, where a secret is possible, too. */
export const parseSettingField = (reader: ManifestReader, name: string): Field =>
  readField(reader, name, pluginSettingKinds);

/** A field of a resource. */
export const parseFieldEntry = (reader: ManifestReader, name: string): Field => readField(reader, name);

/** The fields of a request. */
export const parseFieldsOf = (reader: ManifestReader, key: string): Fields =>
  reader.entries(key, { matches: fieldName, most: 40 }, (entry, name) => readField(entry, name));

const scalars = ['text', 'integer', 'number', 'boolean', 'any'];
const deepest = 6;

function isShape(value: JsonValue | undefined, depth: number): value is AnswerShape & JsonValue {
  if (depth > deepest) return false;
  if (typeof value === 'string') return scalars.includes(value);
  if (Array.isArray(value)) return value.length === 1 && isShape(value[0], depth + 1);
  return (
    isJsonObject(value) &&
    Object.entries(value).every(([key, part]) => /^[a-z][a-z0-9_]{0,39}\??$/.test(key) && isShape(part, depth + 1))
  );
}

/** What the page around a plugin acts on in answers of the product. */
const reserved = ['redirect', 'alert', 'message', 'code', 'force_logout'];

/** The shape of an answer, which is always an object. */
export function parseShape(reader: ManifestReader): AnswerShape {
  const value = reader.value('answer') ?? {};
  const taken = isJsonObject(value) ? reserved.filter((key) => key in value || `${key}?` in value) : [];
  if (taken.length > 0) reader.complain('answer', `must not have ${taken.join(', ')}, which the product uses itself`);
  if (isJsonObject(value) && isShape(value, 0)) return value;
  reader.complain('answer', `must be an object of ${scalars.join(', ')}, lists of one of them, and objects`);
  return {};
}
