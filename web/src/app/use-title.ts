import { useEffect } from 'react';
import { useSchoolName } from './config.ts';

/** The document's title: the page, then the school. */
export function useTitle(title: string): void {
  const school = useSchoolName();
  useEffect(() => {
    document.title = `${title} · ${school}`;
  }, [title, school]);
}
