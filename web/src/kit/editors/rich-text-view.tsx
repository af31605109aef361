import { useEffect, useState } from 'react';
import { loadSafeHtml } from '../../app/components/safe-html.ts';

/** Rich text for reading, sanitized again before it is shown. */
export function RichTextView({ text }: { text: string }) {
  const [html, setHtml] = useState('');
  useEffect(() => {
    let isHere = true;
    void loadSafeHtml(text).then((safe) => {
      if (isHere) setHtml(safe);
    });
    return () => {
      isHere = false;
    };
  }, [text]);
  return <div className="kk-rich" dangerouslySetInnerHTML={{ __html: html }} />;
}
