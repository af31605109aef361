import { Skeleton } from 'antd';
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import { loadChunk } from '../../app/loading/load-chunk.ts';
import type { InputProps } from './input-props.ts';

/** An input in its own chunk, with its wording; it loads when a form first shows one. */
export function lazyInput(load: () => Promise<ComponentType<InputProps>>): (props: InputProps) => ReactNode {
  const Late = lazy(async () => {
    const [component] = await Promise.all([loadChunk(load), fieldWords.load()]);
    return { default: component };
  });
  return (props) => (
    <Suspense fallback={<Skeleton.Input active block />}>
      <Late {...props} />
    </Suspense>
  );
}
