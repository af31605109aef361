import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** How a person works: with the mouse, or with the keyboard alone. */
export type Way = 'mouse' | 'keys';

/** More presses of Tab than any page has stops. */
const mostStops = 400;

/** A hand that counts what it presses and how many fields it fills in. */
export type Hand = {
  readonly page: Page;
  readonly count: () => { presses: number; fields: number };
  /** Presses a button, a link or a choice. */
  readonly press: (target: Locator) => Promise<void>;
  /** Fills in a field; Tab leads there, or a click that is not counted, as nobody counts the way from field to field. */
  readonly type: (target: Locator, text: string) => Promise<void>;
  /** Opens a select, types, and takes the first match with Enter: one press. */
  readonly choose: (target: Locator, text: string) => Promise<void>;
  /** Opens the palette: by its box, which is a press, or by its keys. */
  readonly search: (text: string) => Promise<void>;
  /** Confirms what is typed. */
  readonly enter: () => Promise<void>;
};

/** Moves the focus by Tab alone until the target has it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < mostStops; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(target)}`);
}

/** Whether it is ticked with the space bar. */
const isTicked = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element.matches('[type=checkbox], [type=radio], [role=switch]'));

/** A hand for one job. */
export function newHand(page: Page, way: Way): Hand {
  let [presses, fields] = [0, 0];
  const reach = async (target: Locator): Promise<void> => {
    if (way === 'keys') await tabTo(page, target);
    else await target.click();
  };
  const press = async (target: Locator): Promise<void> => {
    presses += 1;
    await reach(target);
    if (way === 'keys') await page.keyboard.press((await isTicked(target)) ? 'Space' : 'Enter');
  };
  return {
    page,
    count: () => ({ presses, fields }),
    press,
    type: async (target, text) => {
      fields += 1;
      await reach(target);
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(text);
    },
    choose: async (target, text) => {
      presses += 1;
      await reach(target);
      await page.keyboard.insertText(text);
      await page.getByTitle(text, { exact: true }).last().waitFor();
      await page.keyboard.press('Enter');
    },
    search: async (text) => {
      if (way === 'mouse') await press(page.getByRole('button', { name: /搜索学员、手机号/ }));
      else await page.keyboard.press('Control+K');
      const box = page.getByRole('combobox', { name: '搜索后台' });
      await box.waitFor();
      await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.insertText(text);
    },
    enter: () => page.keyboard.press('Enter'),
  };
}
