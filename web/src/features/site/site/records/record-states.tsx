import type { ComponentProps, ReactNode } from 'react';
import { LoadFailure } from '../../../../app/loading/load-failure.tsx';
import { EmptyState, Skeleton } from '../../../../ui/parts.tsx';
import css from '../site.module.css';
import type { RecordState } from './use-record.ts';

type Props<T> = {
  state: RecordState<T>;
  /** What stands here when there is no such record, or no longer. */
  missing: Pick<ComponentProps<typeof EmptyState>, 'title' | 'text' | 'action'> & { icon?: 'search' | 'gift' };
  /** Heights of the blocks that stand for the record while it loads. */
  skeleton: readonly number[];
  children: (data: T) => ReactNode;
};

/** One public record: loading, failed, not found, or itself. */
export function RecordStates<T>({ state, missing: { icon = 'search', ...notice }, skeleton, children }: Props<T>) {
  const { data, failed, error, isGone, reload } = state;
  if (isGone) return <EmptyState heading="h1" icon={icon} {...notice} />;
  if (failed) return <LoadFailure error={error} retry={reload} />;
  if (data !== null) return children(data);
  return (
    <div className={css['column']} aria-busy="true">
      {skeleton.map((height) => (
        <Skeleton key={height} height={height} />
      ))}
    </div>
  );
}
