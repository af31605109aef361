import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SectionNav, sectionProps } from './section-nav.tsx';

const tops: Record<string, number> = {};
const ids = ['about', 'outline', 'teachers'];

/** Shows the page with its sections at these distances from the top of a window 800 px high. */
function show(places: Record<string, number>, isStill = false): { jumps: unknown[] } {
  Object.assign(tops, places);
  const jumps: unknown[] = [];
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(800);
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(3000);
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: isStill,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(this: Element) {
    return new DOMRect(0, tops[this.id] ?? 0, 300, 400);
  });
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation((options) => {
    jumps.push(options);
  });
  render(
    <>
      <SectionNav label="On this page" sections={ids.map((id) => ({ id, label: id }))} />
      {ids.map((id) => (
        <section key={id} {...sectionProps(id)} data-testid={id} />
      ))}
    </>,
  );
  return { jumps };
}

function scrollTo(places: Record<string, number>, y = 100): void {
  Object.assign(tops, places);
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(y);
  fireEvent.scroll(window);
}

const marked = (): string | null => document.querySelector('[aria-current="true"]')?.textContent ?? null;

it('marks the section that is being read', () => {
  show({ about: 500, outline: 900, teachers: 1300 });
  expect(marked()).toBe('about');
  scrollTo({ about: -100, outline: 390, teachers: 790 });
  expect(marked()).toBe('outline');
});

it('marks the first of sections that stand side by side', () => {
  show({ about: 500, outline: 900, teachers: 500 });
  scrollTo({ about: 200, outline: 600, teachers: 200 });
  expect(marked()).toBe('about');
});

it('marks a short last section at the end of the page', () => {
  show({ about: 500, outline: 900, teachers: 1300 });
  scrollTo({ about: -500, outline: -100, teachers: 700 }, 2200);
  expect(marked()).toBe('teachers');
});

it('keeps the section one has jumped to marked until one scrolls on', () => {
  const { jumps } = show({ about: 500, outline: 900, teachers: 500 });
  fireEvent.click(screen.getByRole('button', { name: 'teachers' }));
  expect(jumps).toEqual([{ behavior: 'smooth' }]);
  expect(document.activeElement).toBe(screen.getByTestId('teachers'));
  scrollTo({ about: 72, outline: 472, teachers: 72 });
  expect(marked()).toBe('teachers');
  fireEvent.wheel(window);
  scrollTo({ about: -300, outline: 72, teachers: -300 });
  expect(marked()).toBe('outline');
});

it('jumps at once for those who asked for less motion', () => {
  const { jumps } = show({ about: 500, outline: 900, teachers: 1300 }, true);
  fireEvent.click(screen.getByRole('button', { name: 'outline' }));
  expect(jumps).toEqual([{ behavior: 'auto' }]);
});

it('marks the first section also when the sections come later than the page', () => {
  const { rerender } = render(<SectionNav label="On this page" sections={[]} />);
  rerender(<SectionNav label="On this page" sections={ids.map((id) => ({ id, label: id }))} />);
  expect(marked()).toBe('about');
});

it('is left out where there is but one section', () => {
  render(<SectionNav label="On this page" sections={[{ id: 'about', label: 'about' }]} />);
  expect(screen.queryByRole('navigation')).toBeNull();
});
