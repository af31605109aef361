import { defaultLocale, locales } from '@kaike/shared/locales/languages';
import type { LocalizedText } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

type TextOptions = { matches?: RegExp; most?: number; /** Used when the key is absent. */ initial?: string };

const maxEntries = 100;

/** Texts by language, the default one among them; null for anything else. */
export function parseWords(value: JsonValue | undefined): LocalizedText | null {
  if (!isJsonObject(value)) return null;
  const pairs = Object.entries(value);
  const isFit = ([key, text]: [string, JsonValue]): boolean =>
    locales.some((locale) => locale === key) && typeof text === 'string' && text !== '' && text.length <= 500;
  const base = value[defaultLocale];
  if (!pairs.every(isFit) || typeof base !== 'string') return null;
  return Object.assign({ 'zh-CN': base }, Object.fromEntries(pairs));
}

/** Reads one object of a manifest, and adds what is wrong with it to `problems`, by the path of the value. */
export class ManifestReader {
  private readonly raw: JsonObject;
  private readonly at: string;
  private readonly problems: string[];
  private readonly seen = new Set<string>();

  constructor(raw: JsonObject, at: string, problems: string[]) {
    this.raw = raw;
    this.at = at;
    this.problems = problems;
  }

  complain(key: string, reason: string): void {
    this.problems.push(`${this.pathOf(key)} ${reason}`);
  }

  private readonly pathOf = (key: string): string => (this.at === '' ? key : `${this.at}.${key}`);

  value(key: string): JsonValue | undefined {
    this.seen.add(key);
    return Object.hasOwn(this.raw, key) ? this.raw[key] : undefined;
  }

  text(key: string, { matches, most = 200, initial }: TextOptions = {}): string {
    const value = this.value(key) ?? initial;
    if (typeof value === 'string' && value === initial) return value;
    if (typeof value === 'string' && value.length <= most && (matches?.test(value) ?? true)) return value;
    this.complain(key, `must be a text ${matches ? `like ${String(matches)}` : `of at most ${most} characters`}`);
    return '';
  }

  flag(key: string): boolean {
    const value = this.value(key) ?? false;
    if (typeof value !== 'boolean') this.complain(key, 'must be true or false');
    return value === true;
  }

  integer<I extends number | null>(
    key: string,
    { min, max, initial }: { min: number; max: number; initial: I },
  ): number | I {
    const value = this.value(key);
    if (value === undefined || value === null) return initial;
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
    this.complain(key, `must be a whole number from ${min} to ${max}`);
    return initial;
  }

  words(key: string): LocalizedText {
    const words = parseWords(this.value(key));
    if (!words) this.complain(key, `must be texts by language, ${defaultLocale} among them`);
    return words ?? { 'zh-CN': '' };
  }

  /** Texts by language for each name; nothing when it is absent. */
  wordsByName(key: string): Record<string, LocalizedText> {
    const value = this.value(key) ?? {};
    const all = isJsonObject(value) ? Object.entries(value) : [];
    const pairs = all.flatMap(([name, item]): [string, LocalizedText][] => {
      const words = parseWords(item);
      return words ? [[name, words]] : [];
    });
    if (!isJsonObject(value) || pairs.length !== all.length || all.length > maxEntries)
      this.complain(key, `must be texts by language, ${defaultLocale} among them, for each name`);
    return Object.fromEntries(pairs);
  }

  texts(key: string, { matches, most }: { matches: RegExp; most: number }): string[] {
    const items = this.items(key);
    const texts = items.filter((item): item is string => typeof item === 'string' && matches.test(item));
    if (texts.length !== items.length || items.length > most || new Set(texts).size !== texts.length)
      this.complain(key, `must be a list of at most ${most} different texts like ${String(matches)}`);
    return texts;
  }

  /** One object; an empty one when it is absent. */
  part<T>(key: string, read: (reader: ManifestReader) => T): T {
    const value = this.value(key) ?? {};
    if (!isJsonObject(value)) this.complain(key, 'must be an object');
    const reader = new ManifestReader(isJsonObject(value) ? value : {}, this.pathOf(key), this.problems);
    const result = read(reader);
    reader.finish();
    return result;
  }

  /** The objects of a list; nothing when it is absent. */
  list<T>(key: string, read: (reader: ManifestReader) => T): T[] {
    return this.items(key).flatMap((item, index) => this.below(`${key}[${index}]`, item, read));
  }

  /** The objects of an object by name. */
  entries<T>(
    key: string,
    { matches, most }: { matches: RegExp; most: number },
    read: (reader: ManifestReader, name: string) => T,
  ): Record<string, T> {
    const value = this.value(key) ?? {};
    if (!isJsonObject(value)) {
      this.complain(key, 'must be an object');
      return {};
    }
    const all = Object.entries(value);
    for (const [name] of all)
      if (!matches.test(name)) this.complain(`${key}.${name}`, `must be named like ${String(matches)}`);
    if (all.length > most) this.complain(key, `has more than ${most} entries`);
    return Object.fromEntries(
      all.flatMap(([name, item]) =>
        this.below(`${key}.${name}`, item, (reader) => [name, read(reader, name)] as const),
      ),
    );
  }

  /** Complains about keys that nothing has read. */
  finish(): void {
    for (const key of Object.keys(this.raw)) if (!this.seen.has(key)) this.complain(key, 'is not known');
  }

  private items(key: string): readonly JsonValue[] {
    const value = this.value(key) ?? [];
    if (Array.isArray(value) && value.length <= maxEntries) return value;
    this.complain(key, `must be a list of at most ${maxEntries}`);
    return [];
  }

  private below<T>(key: string, item: JsonValue, read: (reader: ManifestReader) => T): T[] {
    if (!isJsonObject(item)) {
      this.complain(key, 'must be an object');
      return [];
    }
    const reader = new ManifestReader(item, this.pathOf(key), this.problems);
    const result = read(reader);
    reader.finish();
    return [result];
  }
}
