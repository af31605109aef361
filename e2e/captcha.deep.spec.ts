import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  geetest3Settings,
  geetest4Settings,
  startGeetest,
  type GeetestFake,
} from '../server/test/fakes/captcha/geetest.ts';
import { closeBrowser, newVisitor, phone, picture } from './support/browser.ts';
import { logInAsAdmin, solveCaptcha } from './support/people.ts';
import { send } from './support/send.ts';

let fake: GeetestFake;
const empty = { geetest_id: '', geetest_key: '', geetest_base: '' };

beforeAll(async () => {
  fake = await startGeetest();
});
afterAll(async () => {
  const { page } = await newVisitor();
  await logInAsAdmin(page);
  await send(page, 'PUT', 'admin/configs', { values: { ...empty, captcha_driver: 'local' } });
  await fake.close();
  await closeBrowser();
});

/** A window like the vendor's with one button, which gets the solution from the fake by an address of the vendor. */
const script = (start: string, show: string, address: string) => `
  window.${start} = (options, created) => {
    const on = {};
    const widget = { getValidate: () => on.result, destroy: () => on.button?.remove() };
    for (const name of ['onReady', 'onSuccess', 'onClose', 'onError'])
      widget[name] = (done) => { on[name] = done; return widget; };
    widget.${show} = () => {
      on.button = document.body.appendChild(document.createElement('button'));
      on.button.textContent = 'solve ' + (options.language ?? options.lang);
      on.button.style.cssText = 'position:fixed;inset:40% 30%;z-index:9999';
      on.button.onclick = async () => {
        on.result = await (await fetch('${address}?challenge=' + options.challenge)).json();
        on.button.remove();
        on.onSuccess();
      };
    };
    created(widget);
    on.onReady();
  };`;

/** Plays the hosts of the vendor for one page. */
async function playVendor(page: Page): Promise<void> {
  const type = 'text/javascript';
  const headers = { 'access-control-allow-origin': '*' };
  const [four, three] = ['https://gcaptcha4.geetest.com/solve', 'https://api.geetest.com/solve'];
  await page.route('https://static.geetest.com/v4/gt4.js', (route) =>
    route.fulfill({ contentType: type, body: script('initGeetest4', 'showCaptcha', four) }),
  );
  await page.route('https://static.geetest.com/static/js/gt.0.4.9.js', (route) =>
    route.fulfill({ contentType: type, body: script('initGeetest', 'verify', three) }),
  );
  await page.route(`${four}**`, (route) => route.fulfill({ headers, json: fake.solve4() }));
  await page.route(`${three}**`, (route) =>
    route.fulfill({ headers, json: fake.solve3(new URL(route.request().url()).searchParams.get('challenge') ?? '') }),
  );
}

/** A visitor on the registration page who has entered a mobile number. */
async function openRegistration(mobile: string, language: 'zh-CN' | 'en' = 'zh-CN') {
  const visitor = await newVisitor({ size: phone, language });
  await playVendor(visitor.page);
  await visitor.page.goto('/open/register');
  const [field, button, sent] =
    language === 'en' ? [/Mobile/, /Send code|Get code/, /\d+ ?s/] : [/手机号/, /获取验证码/, /秒后重发/];
  await visitor.page.getByRole('textbox', { name: field }).fill(mobile);
  return {
    ...visitor,
    requestCode: () => visitor.page.getByRole('button', { name: button }).click(),
    codeSent: () => visitor.page.getByRole('button', { name: sent }).waitFor(),
  };
}

it('a school enters its captcha vendor, learners verify with it, and with the own slider while it is down', async () => {
  const admin = await newVisitor();
  await logInAsAdmin(admin.page);
  await admin.page.goto('/admin/configs?group=captcha');
  await admin.page.getByRole('radio', { name: '极验 4' }).check();
  const fill = (name: string, value: string) => admin.page.getByLabel(new RegExp(`^${name}`)).fill(value);
  await fill('极验 ID', geetest4Settings.geetest_id);
  await fill('极验 Key', geetest4Settings.geetest_key);
  await fill('极验接口地址', fake.base);
  await admin.page.getByRole('button', { name: '保存', exact: true }).click();
  await admin.page.getByRole('button', { name: '测试连接' }).click();
  await admin.page.getByText(/极验已响应/).waitFor();
  await picture(admin.page, 'captcha-settings');

  const first = await openRegistration('13900018001');
  await first.requestCode();
  await first.page.getByRole('button', { name: 'solve zho' }).waitFor();
  await picture(first.page, 'captcha-vendor');
  await first.page.getByRole('button', { name: 'solve zho' }).click();
  await first.codeSent();

  await send(admin.page, 'PUT', 'admin/configs', { values: geetest3Settings });
  const second = await openRegistration('13900018002');
  await second.requestCode();
  await second.page.getByRole('button', { name: 'solve zh-cn' }).click();
  await second.codeSent();

  fake.set({ trouble: 'hang_up' });
  await send(admin.page, 'PUT', 'admin/configs', { values: geetest4Settings });
  const third = await openRegistration('13900018003');
  await third.requestCode();
  await third.page.getByRole('button', { name: 'solve zho' }).click();
  await third.page.getByText('验证服务没有响应').waitFor();
  await picture(third.page, 'captcha-fell-back');
  await solveCaptcha(third.page, () => third.page.getByRole('button', { name: '换一张' }).click());
  await third.codeSent();

  fake.set({ trouble: 'none' });
  const blocked = await openRegistration('13900018004');
  await blocked.page.route('https://static.geetest.com/**', (route) => route.abort());
  await solveCaptcha(blocked.page, () => blocked.requestCode());
  await blocked.codeSent();
  const problems = [admin, first, second, third].flatMap((visitor) => visitor.problems);
  expect(problems).toEqual([]);
});
