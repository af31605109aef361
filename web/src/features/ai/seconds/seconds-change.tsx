import { formatDuration } from '@kaike/shared/kit/format';

/** Time that came and time that went are distinguished by the sign. */
export function SecondsChange({ seconds }: { seconds: number }) {
  return (
    <span className="kk-number">
      {seconds > 0 ? '+' : '−'}
      {formatDuration(Math.abs(seconds))}
    </span>
  );
}
