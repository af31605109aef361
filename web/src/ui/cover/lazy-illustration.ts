import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type * as drawn from './drawn.ts';

type Pictures = typeof drawn;

const nothing = (): null => null;

/** A picture that loads after the page; without it the plain ground remains. */
export const lazyIllustration = <P extends object>(
  choose: (pictures: Pictures) => ComponentType<P>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => {
    const pictures = await import('./drawn.ts').catch(() => null);
    return { default: pictures ? choose(pictures) : nothing };
  });
