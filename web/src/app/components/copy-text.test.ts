import { afterEach, expect, it, vi } from 'vitest';
import { useToasts } from '../toasts.ts';
import { copyText } from './copy-text.ts';

const clipboard = Object.getOwnPropertyDescriptor(Navigator.prototype, 'clipboard');

function setClipboard(writeText: ((text: string) => Promise<void>) | null): void {
  Reflect.deleteProperty(Navigator.prototype, 'clipboard');
  if (writeText) Object.defineProperty(Navigator.prototype, 'clipboard', { value: { writeText }, configurable: true });
}

/** Lets the browser's old command copy what is selected. */
function setCommand(isAllowed: boolean): { copied: string[] } {
  const copied: string[] = [];
  document.execCommand = () => {
    const area = document.querySelector('textarea');
    if (isAllowed && area) copied.push(area.value.slice(area.selectionStart, area.selectionEnd));
    return isAllowed;
  };
  return { copied };
}

const shown = (): string[] => useToasts.getState().toasts.map(({ type }) => type);

afterEach(() => {
  if (clipboard) Object.defineProperty(Navigator.prototype, 'clipboard', clipboard);
  Reflect.deleteProperty(document, 'execCommand');
  useToasts.setState({ toasts: [] });
});

it('copies by the clipboard', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  setClipboard(writeText);
  await copyText('K8', 'Copied');
  expect(writeText).toHaveBeenCalledWith('K8');
  expect(shown()).toEqual(['success']);
});

it('copies on plain http, where pages have no clipboard, and leaves the focus where it was', async () => {
  setClipboard(null);
  const { copied } = setCommand(true);
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  await copyText('two\nlines', 'Copied');
  expect(copied).toEqual(['two\nlines']);
  expect(shown()).toEqual(['success']);
  expect(document.activeElement).toBe(button);
  expect(document.querySelector('textarea')).toBeNull();
  button.remove();
});

it.each([
  ['the clipboard refuses', () => setClipboard(() => Promise.reject(new Error('denied')))],
  [
    'the old command refuses',
    () => {
      setClipboard(null);
      setCommand(false);
    },
  ],
])('says what to do when %s', async (_case, prepare) => {
  prepare();
  await copyText('K8', 'Copied');
  expect(shown()).toEqual(['warning']);
});
