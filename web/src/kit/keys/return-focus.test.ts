import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { trackFocus } from './return-focus.ts';

let stop: () => void = () => undefined;
const button = (parent: HTMLElement, text: string): HTMLButtonElement => {
  const element = document.createElement('button');
  element.textContent = text;
  // The test DOM has no layout.
  element.getClientRects = () => [{}] as unknown as DOMRectList;
  parent.append(element);
  return element;
};
const layer = (): HTMLDivElement => {
  const element = document.createElement('div');
  document.body.append(element);
  return element;
};
const focused = (): string | null => document.activeElement?.textContent ?? null;
const until = (text: string) => expect.poll(focused).toBe(text);

beforeEach(() => {
  stop = trackFocus();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

describe('keepFocus', () => {
  it('returns to what opened a dialog, also through nested dialogs', async () => {
    const opener = button(layer(), '新建');
    opener.focus();
    const drawer = layer();
    button(drawer, '备注').focus();
    const dialog = layer();
    button(dialog, '确定').focus();
    dialog.remove();
    await until('备注');
    drawer.remove();
    await until('新建');
  });

  it('forgets what the key Tab came past behind an open dialog', async () => {
    const page = layer();
    const first = button(page, '跳到内容');
    button(page, '退款').focus();
    const dialog = layer();
    dialog.setAttribute('aria-modal', 'true');
    dialog.getClientRects = () => [{}] as unknown as DOMRectList;
    const last = button(dialog, '取消');
    last.focus();
    first.focus();
    last.focus();
    dialog.remove();
    await until('退款');
  });

  it('skips removed elements, and does not move a focus that is elsewhere', async () => {
    const trigger = button(layer(), '更多');
    trigger.focus();
    const menu = layer();
    button(menu, '删除').focus();
    const dialog = layer();
    button(dialog, '取消').focus();
    menu.remove();
    dialog.remove();
    await until('更多');
    const other = button(layer(), '别处');
    other.focus();
    layer().remove();
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    expect(focused()).toBe('别处');
  });
});
