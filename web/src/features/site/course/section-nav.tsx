import { useEffect, useState } from 'react';
import siteWords from 'virtual:words/site';
import css from './course.module.css';

type Section = { id: string; label: string };

/** The id of the section that is being read: the last one that has begun above the middle of the window. */
function useSectionInView(sections: readonly Section[]): string | undefined {
  const ids = sections.map(({ id }) => id).join(' ');
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    if (!('IntersectionObserver' in window)) return undefined;
    const names = ids.split(' ');
    const find = (): void => {
      const isRead = (id: string): boolean =>
        (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < window.innerHeight / 2;
      setCurrent([...names].reverse().find(isRead) ?? names[0]);
    };
    const observer = new IntersectionObserver(find, { rootMargin: '0px 0px -50%', threshold: [0, 0.05] });
    for (const id of names) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  return current;
}

/** Ways to the sections of a long page, which stay at its top. They leave no entries in the history: back leaves the page. */
export function SectionNav({ sections }: { sections: readonly Section[] }) {
  const t = siteWords.useT();
  const current = useSectionInView(sections);
  return (
    <nav className={css['tabs']} aria-label={t('site.course.sections')}>
      {sections.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-current={id === current ? 'true' : undefined}
          onClick={() => document.getElementById(id)?.scrollIntoView({ behavior: 'smooth' })}
        >
          {label}
        </button>
      ))}
    </nav>
  );
}
