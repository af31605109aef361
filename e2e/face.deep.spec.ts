import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAliyunFace, type FaceFake } from '../server/test/fakes/face/vendors.ts';
import { closeBrowser, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { logInAsAdmin, registerMember } from './support/people.ts';
import { send } from './support/send.ts';

let fake: FaceFake;
let admin: Visitor;

beforeAll(async () => {
  [fake, admin] = await Promise.all([startAliyunFace(() => new Date()), newVisitor()]);
  await logInAsAdmin(admin.page);
  await send(admin.page, 'PUT', 'admin/configs', { values: fake.settings });
});
afterAll(async () => {
  const values = Object.fromEntries(Object.keys(fake.settings).map((key) => [key, '']));
  await send(admin.page, 'PUT', 'admin/configs', { values: { ...values, face_driver: 'local' } });
  await fake.close();
  await closeBrowser();
});

/** A learner on a phone, with the vendor's script at its official address. */
async function newLearner(mobile: string): Promise<Visitor> {
  const visitor = await newVisitor({ size: phone });
  await visitor.context.route('https://cn-shanghai-aliyun-cloudauth.oss-cn-shanghai.aliyuncs.com/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'window.getMetaInfo = () => ({ zimVer: "3.0.0", deviceType: "h5" });',
    }),
  );
  await registerMember(visitor.page, mobile);
  return visitor;
}

async function startCheck({ page }: Visitor, number: string): Promise<void> {
  await page.goto('/home/personage/real-name');
  await page.getByRole('textbox', { name: '真实姓名' }).fill('王小明');
  await page.getByRole('textbox', { name: '身份证号' }).fill(number);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '人脸认证' }).click();
  await page.getByRole('heading', { name: '王小明' }).waitFor();
}

it('a learner passes a face check on a phone; the result of another person is refused', async () => {
  const owner = await newLearner('13900019001');
  await startCheck(owner, '110101199003070038');
  const first = fake.checks.at(-1);
  // Left without finishing: the check is still there, and is not paid again.
  await owner.page.goto('/home/personage/real-name');
  await owner.page.getByRole('button', { name: '查看结果' }).click();
  await owner.page.getByText('还没有收到结果').first().waitFor();
  await picture(owner.page, 'face-open');

  const thief = await newLearner('13900019002');
  await startCheck(thief, '310101199001010012');
  fake.decide(first?.id ?? '', 'passed');
  const refused = send(thief.page, 'POST', 'home/face-match', { certify_id: first?.order ?? '' });
  await expect(refused).rejects.toThrow('404');
  await thief.page.goto(first?.back ?? '');
  await thief.page.getByText('还没有收到结果').first().waitFor();

  await owner.page.getByRole('button', { name: '继续认证' }).click();
  await owner.page.getByRole('link', { name: '通过', exact: true }).click();
  await owner.page.getByText('您已完成实名认证').waitFor();
  expect(new URL(owner.page.url()).search).toBe('');
  await picture(owner.page, 'face-passed');
  expect(fake.checks).toHaveLength(2);
  expect([...owner.problems, ...thief.problems]).toEqual([]);
});
