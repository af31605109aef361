import { useEffect } from 'react';

/** Shows a number on the icon of the installed app, and none for 0; where icons have no numbers nothing happens. */
export function showAppBadge(count: number): void {
  const work = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  void work?.catch(() => undefined); // Refused where the app is not installed.
}

/** Keeps the number on the icon at what the page knows to be unread. */
export function useAppBadge(unread: number | undefined): void {
  useEffect(() => {
    if (unread !== undefined) showAppBadge(unread);
  }, [unread]);
}
