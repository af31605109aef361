import { useEffect, useState } from 'react';
import { isHtml } from '@kaike/shared/domain/site/rich-text';
import { loadSafeHtml, safeHtml } from './safe-html.ts';

/** Plain text, one paragraph per line. */
export function Paragraphs({ text }: { text: string }) {
  return (
    <>
      {text
        .split(/\n+/)
        .filter((line) => line.trim() !== '')
        .map((line, index) => (
          <p key={index}>{line}</p>
        ))}
    </>
  );
}

/** Text as paragraphs; formatted text is sanitized again in this browser before it is shown. */
export function RichText({ text, className }: { text: string; className: string | undefined }) {
  const isRich = isHtml(text);
  const [html, setHtml] = useState(() => (isRich && safeHtml(text)) || '');
  useEffect(() => {
    let isHere = true;
    if (isRich)
      void loadSafeHtml(text).then(
        (safe) => {
          if (isHere) setHtml(safe);
        },
        () => undefined,
      ); // Without its sanitizer the text is not shown.
    return () => {
      isHere = false;
    };
  }, [isRich, text]);
  return isRich ? <div className={className} dangerouslySetInnerHTML={{ __html: html }} /> : <Paragraphs text={text} />;
}
