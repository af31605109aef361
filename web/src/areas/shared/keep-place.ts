import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Where the page of a history entry was scrolled to. */
const places = new Map<string, number>();
const giveUpAfterMs = 5000;

const placeOf = (id: string): number | undefined => {
  const target = document.getElementById(id);
  return target ? target.getBoundingClientRect().top + window.scrollY : undefined;
};

/** Scrolls as soon as the page has the place, unless somebody scrolls first; answers how to stop. */
function scrollWhenReady(find: () => number | undefined): () => void {
  const observer = new ResizeObserver(() => reach());
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of ['wheel', 'touchstart', 'keydown']) window.removeEventListener(type, stop);
  };
  const timer = setTimeout(stop, giveUpAfterMs);
  const reach = (): void => {
    const place = find();
    if (place === undefined) return;
    window.scrollTo(0, place);
    if (document.documentElement.scrollHeight - window.innerHeight >= place) stop();
  };
  for (const type of ['wheel', 'touchstart', 'keydown']) window.addEventListener(type, stop, { passive: true });
  observer.observe(document.body);
  reach();
  return stop;
}

/** A new page begins at its top; back and forward lead to where it was left, as soon as what it shows has arrived. */
export function useKeepPlace(): void {
  const { key, hash } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    if (type === 'REPLACE' && !hash) return undefined;
    const place = type === 'POP' ? places.get(key) : undefined;
    if (place !== undefined) return scrollWhenReady(() => place);
    if (type === 'PUSH') window.scrollTo(0, 0);
    return hash ? scrollWhenReady(() => placeOf(hash.slice(1))) : undefined;
  }, [key, type, hash]);
  useEffect(() => {
    const keep = (): void => void places.set(key, window.scrollY);
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [key]);
}
