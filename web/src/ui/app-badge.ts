import { useEffect } from 'react';

/** Shows a number on the icon of the installed app, and none for 0; does nothing where icons have no badges. */
export function setAppBadge(count: number): void {
  const work = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  void work?.catch(() => undefined); // Refused where the app is not installed.
}

/** Keeps the badge at the number of unread messages known to the page. */
export function useAppBadge(unread: number | undefined): void {
  useEffect(() => {
    if (unread !== undefined) setAppBadge(unread);
  }, [unread]);
}
