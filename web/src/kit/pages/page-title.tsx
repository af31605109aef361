import { useEffect, type ReactNode } from 'react';
import { useSchoolName } from '../../app/config.ts';

/** The only h1 of a page, which is also the document's title. */
export function PageTitle({ title, count, extra }: { title: string; count?: string; extra?: ReactNode }) {
  const school = useSchoolName();
  useEffect(() => {
    document.title = `${title} · ${school}`;
  }, [title, school]);
  return (
    <div className="kk-title">
      <h1 className={count === undefined ? undefined : 'is-counted'}>{title}</h1>
      {count === undefined ? null : <span className="kk-title-count">{count}</span>}
      {extra}
    </div>
  );
}
