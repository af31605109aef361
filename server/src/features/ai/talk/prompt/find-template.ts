import {
  fillTemplate,
  templateStatus,
  type TemplateType,
  type TemplateValues,
} from '@kaike/shared/domain/ai/ai-template';
import { wrongOption, type TemplateOptions } from '@kaike/shared/domain/ai/ai-template-json';
import type { Db } from '../../../../db/pool.ts';
import { quoteUntrusted } from './quote-untrusted.ts';

/** The options of a template; those of older rows may be anything. */
export const optionsIn = (value: unknown): TemplateOptions =>
  wrongOption(value) === null ? Object.assign({}, value) : {};

/** Characters of a value in a template; others have 200. */
const longest: Readonly<Record<string, number>> = { persona: 2000, teaching_style: 1000, text: 4000, history: 8000 };

const languages: Readonly<Record<string, string>> = {
  en: 'English',
  'zh-CN': 'Chinese',
  ja: 'Japanese',
  fr: 'French',
  de: 'German',
  es: 'Spanish',
  ko: 'Korean',
};

/** The languages of a talk as prompts name them. */
export const languagesIn = (language: string) => ({
  language: languages[language] ?? language,
  native_language: 'Chinese',
});

/**
 * What the school wrote for requests of a purpose, filled in with values as data: the template of this type that was published
 * last. Null when there is none, and the product's own prompt is used. The words that the request is about go with it as a
 * message of their own in any case.
 */
export async function findTemplate<T extends TemplateType>(
  db: Db,
  type: T,
  values: TemplateValues<T>,
): Promise<{ text: string; options: TemplateOptions } | null> {
  const row = await db
    .selectFrom('ai_prompt_templates')
    .select(['body', 'options'])
    .where('type', '=', type)
    .where('status', '=', templateStatus.published)
    .where('deleted_at', 'is', null)
    .orderBy('published_at', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const data = Object.entries<string>(values).map(([name, value]) => [name, quoteUntrusted(value, longest[name])]);
  return { text: fillTemplate(row.body, Object.fromEntries(data)), options: optionsIn(row.options) };
}
