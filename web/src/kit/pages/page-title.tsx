import { useEffect, type ReactNode } from 'react';
import { useSchoolName } from '../../app/config.ts';

/** The only h1 of a page, which is also the document's title. */
export function PageTitle({ title, extra }: { title: string; extra?: ReactNode }) {
  const school = useSchoolName();
  useEffect(() => {
    document.title = `${title} · ${school}`;
  }, [title, school]);
  return (
    <div className="kk-title">
      <h1>{title}</h1>
      {extra}
    </div>
  );
}
