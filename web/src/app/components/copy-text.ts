import { toast } from '../toasts.ts';
import { translate } from '../wording.ts';

/** The old way: plain http, as in a school's own network, has no clipboard for pages. */
function copySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.cssText = 'position:fixed;opacity:0';
  // An open dialog moves the focus back from everything outside.
  const { activeElement } = document;
  (activeElement?.closest('[role="dialog"], dialog') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus();
  return isCopied;
}

const write = async (text: string): Promise<boolean> =>
  'clipboard' in navigator ? navigator.clipboard.writeText(text).then(() => true) : copySelection(text);

/** Copies a text and says so with `copied`; says how to copy it by hand when the browser refuses. */
export async function copyText(text: string, copied: string): Promise<void> {
  const isCopied = await write(text).catch(() => false);
  toast(isCopied ? 'success' : 'warning', isCopied ? copied : translate('common.copy_failed'));
}
