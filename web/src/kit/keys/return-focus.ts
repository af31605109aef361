const remembered = 20;

const isThere = (element: HTMLElement): boolean =>
  element.isConnected && !element.closest('[aria-hidden=true], [inert]') && element.getClientRects().length > 0;

/** Whether a dialog is open and this is behind it: the key Tab comes past it at the end of the dialog, which takes the focus back. */
const isBehindDialog = (element: HTMLElement): boolean =>
  !element.closest('[aria-modal=true]') &&
  [...document.querySelectorAll<HTMLElement>('[aria-modal=true]')].some((dialog) => isThere(dialog));

/**
 * Returns the focus to the element that had it before a dialog or drawer opened, once that has closed with the focus in it.
 * Dialogs are children of the body; the element that opened one may be in another, or in a menu that has closed since: then the menu's button.
 */
export function trackFocus(): () => void {
  let recent: HTMLElement[] = [];
  const onFocus = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement && target !== document.body && !isBehindDialog(target))
      recent = [target, ...recent.filter((one) => one !== target)].slice(0, remembered);
  };
  const restoreFocus = (): void => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    recent = recent.filter((one) => one.isConnected);
    recent.find(isThere)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver((changes) => {
    if (changes.some((change) => change.removedNodes.length > 0)) requestAnimationFrame(restoreFocus);
  });
  document.addEventListener('focusin', onFocus);
  observer.observe(document.body, { childList: true });
  return () => {
    document.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}
