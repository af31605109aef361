import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** The scroll position of each history entry. */
const places = new Map<string, number>();
const giveUpAfterMs = 5000;

const placeOf = (id: string): number | undefined => {
  const target = document.getElementById(id);
  return target ? target.getBoundingClientRect().top + window.scrollY : undefined;
};

const touches = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Scrolls as soon as the page is long enough and holds the position while content above still loads, until the user touches
 * the page; returns how to stop. The browser's own scroll anchoring would move away as content above loads.
 */
function scrollWhenReady(find: () => number | undefined): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => reach());
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    style.overflowAnchor = '';
    for (const type of touches) window.removeEventListener(type, stop);
  };
  const timer = setTimeout(stop, giveUpAfterMs);
  const reach = (): void => {
    const place = find();
    if (place !== undefined) window.scrollTo(0, place);
  };
  style.overflowAnchor = 'none';
  for (const type of touches) window.addEventListener(type, stop, { passive: true });
  observer.observe(document.body);
  reach();
  return stop;
}

/** A new page starts at its top; back and forward restore the scroll position as soon as the content has loaded. */
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
