import { defaultLocale, type Locale } from '@kaike/shared/locales/languages';
import { shippedText, translatorOf } from '../../../core/wording.ts';
import type { Row } from '../../../kit/behaviour.ts';

/** Name and description that the product gives a role, in the default language, as they are stored. */
export function builtInTexts(code: 'super_admin' | 'agency'): { name: string; description: string } {
  const t = translatorOf(defaultLocale);
  return { name: t(`shipped.roles.${code}.name`), description: t(`shipped.roles.${code}.description`) };
}

/** Puts name and description of built-in roles into the reader's language; of a choice only the name is there. */
export function wordRoles(locale: Locale, rows: readonly { name: string; description?: string }[]): void {
  for (const row of rows) {
    row.name = shippedText(row.name, locale);
    if (row.description) row.description = shippedText(row.description, locale);
  }
}

/** Puts the names of built-in roles into the reader's language where a field holds roles. */
export function wordRoleLabels(locale: Locale, rows: readonly Row[], field: string): void {
  for (const row of rows) {
    const labels = row['labels'] as Record<string, string | string[]> | undefined;
    const label = labels?.[field];
    if (labels && label !== undefined)
      labels[field] = Array.isArray(label)
        ? label.map((name) => shippedText(name, locale))
        : shippedText(label, locale);
  }
}
