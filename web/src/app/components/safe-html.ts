import type { DOMPurify } from 'dompurify';
import { htmlOfText, isHtml } from '@kaike/shared/domain/site/rich-text';
import { loadChunk } from '../loading/load-chunk.ts';

/** Loaded when first needed. */
let sanitizer: DOMPurify | null = null;

async function loadSanitizer(): Promise<void> {
  sanitizer ??= (await loadChunk(() => import('dompurify'))).default;
}

/** Sanitizes rich text in this browser too, whatever the server let through; null while the sanitizer is not loaded. */
export function safeHtml(text: string): string | null {
  return (
    sanitizer?.sanitize(htmlOfText(text), {
      USE_PROFILES: { html: true },
      FORBID_TAGS: ['style', 'form', 'input', 'button'],
      FORBID_ATTR: ['class', 'id'],
      ADD_ATTR: ['target'],
    }) ?? null
  );
}

/** As `safeHtml`, once the sanitizer has loaded. */
export async function loadSafeHtml(text: string): Promise<string> {
  await loadSanitizer();
  return safeHtml(text) ?? '';
}

/** Loads what the text needs, so that it is drawn with the page and pushes nothing down; the text is not shown if that fails. */
export async function prepareRichText(text: string): Promise<void> {
  if (isHtml(text)) await loadSanitizer().catch(() => undefined);
}
