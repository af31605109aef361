import { htmlOfText } from '@kaike/shared/domain/site/rich-text';
import { loadChunk } from '../loading/load-chunk.ts';

/** Sanitizes rich text in this browser too, whatever the server let through; the sanitizer loads when first needed. */
export async function loadSafeHtml(text: string): Promise<string> {
  const { default: purify } = await loadChunk(() => import('dompurify'));
  return purify.sanitize(htmlOfText(text), {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button'],
    FORBID_ATTR: ['class', 'id'],
    ADD_ATTR: ['target'],
  });
}
