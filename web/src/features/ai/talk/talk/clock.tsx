import { useEffect, useState } from 'react';
import talkWords from 'virtual:locale/talk';
import { formatClock } from '@kaike/shared/kit/format';

/** How long this visit to the talk has taken; it stands still while the page is hidden. */
export function Clock({ isRunning }: { isRunning: boolean }) {
  const t = talkWords.useT();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setSeconds((now) => now + 1);
    }, 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return <span role="timer">{t('talk.timer', { time: formatClock(seconds) })}</span>;
}
