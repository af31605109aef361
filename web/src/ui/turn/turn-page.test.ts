import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { turnPage } from './turn-page.ts';

/** What moved, by the marks of the covers that had the name before and after. */
let moved: (string | null | undefined)[] = [];
const named = (): string | null | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-book]')].find(
    ({ style }) => style.getPropertyValue('view-transition-name') === 'cover',
  )?.id;

let hasSkipped = false;
const show = vi.fn<() => void>(() => {
  document.body.innerHTML = '<main><a href="/other"><span data-book id="other"></span></a></main>';
});

beforeEach(() => {
  moved = [];
  hasSkipped = false;
  show.mockClear();
  vi.useFakeTimers();
  document.body.innerHTML = `<a href="/courses/1"><span data-book id="first"></span></a>
    <a href="/courses/2"><span data-book id="second"></span></a>`;
  Object.defineProperty(document, 'startViewTransition', {
    configurable: true,
    value(update: () => Promise<void>) {
      moved.push(named());
      const finished = Promise.resolve()
        .then(update)
        .then(() => void moved.push(named()));
      return {
        ready: finished,
        finished,
        skipTransition() {
          hasSkipped = true;
        },
      };
    },
  });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 10, 320, 180));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  Reflect.deleteProperty(document, 'startViewTransition');
  document.body.innerHTML = '';
});

it('takes the cover of the link to its place on the page, which comes with what the page loads', async () => {
  expect(turnPage('/courses/2', show)).toBe(true);
  await vi.advanceTimersByTimeAsync(50);
  expect(show).toHaveBeenCalledTimes(1);
  document.querySelector('main')?.insertAdjacentHTML('beforeend', '<span data-book id="own"></span>');
  await vi.advanceTimersByTimeAsync(0);
  expect([moved, hasSkipped]).toEqual([['second', 'own'], false]);
  expect(named()).toBeUndefined();
});

it('shows a page that has no cover in time without movement', async () => {
  expect(turnPage('/courses/1', show)).toBe(true);
  await vi.advanceTimersByTimeAsync(250);
  expect([moved, hasSkipped]).toEqual([['first', undefined], true]);
});

it('leaves pages without such a cover, older browsers and those who asked for less motion alone', () => {
  expect(turnPage('/courses/3', show)).toBe(false);
  vi.spyOn(window, 'matchMedia').mockReturnValue(window.matchMedia('all'));
  expect(turnPage('/courses/1', show)).toBe(false);
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, 'startViewTransition');
  expect(turnPage('/courses/1', show)).toBe(false);
  expect([show.mock.calls.length, moved]).toEqual([0, []]);
});
