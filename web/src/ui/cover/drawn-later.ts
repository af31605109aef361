import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type * as drawn from './drawn.ts';

type Pictures = typeof drawn;

const nothing = (): null => null;

/** A picture that loads after the page; without it the plain ground remains. */
export const drawnLater = <P extends object>(
  choose: (pictures: Pictures) => ComponentType<P>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await import('./drawn.ts').then(choose, () => nothing) }));
