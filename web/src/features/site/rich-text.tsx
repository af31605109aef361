import { useEffect, useState } from 'react';
import { isHtml } from '@kaike/shared/domain/rich-text';
import { loadSafeHtml } from '../../app/safe-html.ts';
import css from './site.module.css';

/** A text as paragraphs; formatted text is purified in this browser first. */
export function RichText({ text }: { text: string }) {
  const [html, setHtml] = useState('');
  const isRich = isHtml(text);
  useEffect(() => {
    let isHere = true;
    if (isRich) void loadSafeHtml(text).then((safe) => { if (isHere) setHtml(safe); }, () => undefined); // Without its purifier the text stays away.
    return () => { isHere = false; };
  }, [isRich, text]);
  if (isRich) return <div className={css['rich']} dangerouslySetInnerHTML={{ __html: html }} />;
  return <>{text.split(/\n+/).filter((line) => line.trim() !== '').map((line, index) => <p key={index}>{line}</p>)}</>;
}
