import DOMPurify from 'dompurify';
import { marked } from 'marked';
import { useMemo } from 'react';

/** Markdown for reading. Whatever it holds, no script runs. */
export function MarkdownView({ text }: { text: string }) {
  const html = useMemo(() => DOMPurify.sanitize(marked.parse(text, { async: false, gfm: true, breaks: true }), { USE_PROFILES: { html: true }, FORBID_TAGS: ['style', 'form', 'input'], FORBID_ATTR: ['style', 'class', 'id'] }), [text]);
  return <div className="kk-rich" dangerouslySetInnerHTML={{ __html: html }} />;
}
