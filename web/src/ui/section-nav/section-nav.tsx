import { useEffect, useRef, useState } from 'react';
import css from './section-nav.module.css';

type NavSection = { id: string; label: string };

/** What a reader does to scroll; the page scrolling to a section is none of it. */
const ownMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** The section being read: the last to begin above the middle of the window, at the end of the page above its bottom. Of sections side by side it is the first. */
function findInView(ids: readonly string[]): string | undefined {
  const { scrollHeight } = document.documentElement;
  const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2;
  const limit = isAtEnd ? window.innerHeight : window.innerHeight / 2;
  let current = { id: ids[0], top: -Infinity };
  for (const id of ids) {
    const top = document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;
    if (top < limit && top > current.top) current = { id, top };
  }
  return current.id;
}

/** The section in view, and a way to jump to one, which stays marked until the reader scrolls on. */
function useSections(places: readonly NavSection[]) {
  const ids = places.map(({ id }) => id).join(' ');
  const [current, setCurrent] = useState(places[0]?.id);
  const target = useRef<string | null>(null);
  useEffect(() => {
    const mark = (): void => setCurrent(target.current ?? findInView(ids.split(' ')));
    const release = (): void => {
      target.current = null;
    };
    window.addEventListener('scroll', mark, { passive: true });
    for (const type of ownMoves) window.addEventListener(type, release, { passive: true });
    return () => {
      window.removeEventListener('scroll', mark);
      for (const type of ownMoves) window.removeEventListener(type, release);
    };
  }, [ids]);
  const jump = (id: string): void => {
    const section = document.getElementById(id);
    if (!section) return;
    target.current = id;
    setCurrent(id);
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    section.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth' });
    // Whoever uses the keyboard goes on from there.
    section.focus({ preventScroll: true });
  };
  // Sections may come after the first look at the page.
  return { current: current ?? places[0]?.id, jump };
}

/** Ways to the sections of a long page, which stay at its top. They leave no entries in the history: back leaves the page. */
export function SectionNav({ label, sections }: { label: string; sections: readonly NavSection[] }) {
  const { current, jump } = useSections(sections);
  const nav = useRef<HTMLElement>(null);
  // Only the line itself moves: scrollIntoView would move the page, too.
  useEffect(() => {
    const button = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && button)
      nav.current.scrollLeft = button.offsetLeft - (nav.current.clientWidth - button.offsetWidth) / 2;
  }, [current]);
  if (sections.length < 2) return null;
  return (
    <nav ref={nav} className={css['tabs']} aria-label={label}>
      {sections.map((section) => (
        <button
          key={section.id}
          type="button"
          data-label={section.label}
          aria-current={section.id === current ? 'true' : undefined}
          onClick={() => jump(section.id)}
        >
          {section.label}
        </button>
      ))}
    </nav>
  );
}

/** The attributes of an element that a tab jumps to. */
export const sectionProps = (id: string) => ({ id, tabIndex: -1, className: css['section'] });
