/** How long the page one leaves stays while the cover of the next one loads. */
const patienceMs = 250;
const name = 'cover';

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

const covers = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-book]')];

/** The cover that leads to a path: the one that was followed, else the first in view. */
function findCover(path: string): HTMLElement | undefined {
  const ways = covers().filter((cover) => cover.closest('a')?.getAttribute('href') === path);
  return ways.find((cover) => cover.closest('a') === document.activeElement) ?? ways.find(isInView);
}

/** The cover of the page itself. */
const findOwn = (): HTMLElement | undefined => covers().find((cover) => !cover.closest('a'));

const ownCover = (): Promise<HTMLElement | undefined> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      observer.disconnect();
      resolve(findOwn());
    };
    const observer = new MutationObserver(() => {
      if (findOwn()) end();
    });
    const timer = setTimeout(end, patienceMs);
    observer.observe(document.body, { childList: true, subtree: true });
    if (findOwn()) end();
  });

/**
 * Shows the next page with the cover that leads to it growing into its place there. False when nothing moves: no such cover, a
 * browser that cannot, or a person who asked for less motion.
 */
export function turnPage(path: string, show: () => void): boolean {
  if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) return false;
  const from = findCover(path);
  if (!from) return false;
  from.style.setProperty('view-transition-name', name);
  let own: HTMLElement | undefined;
  const transition = document.startViewTransition(async () => {
    from.style.removeProperty('view-transition-name');
    show();
    own = await ownCover();
    if (own) own.style.setProperty('view-transition-name', name);
    else transition.skipTransition();
  });
  const end = (): void => void own?.style.removeProperty('view-transition-name');
  // Skipped, as in a window that nobody sees, it is ready never; the page is shown all the same.
  transition.ready.catch(end);
  transition.finished.then(end, end);
  return true;
}
