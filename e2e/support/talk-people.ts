import { closeBrowser, newVisitor, phone, type Visitor } from './browser.ts';
import { activateBySupport, query } from './database.ts';
import { logInAsAdmin, registerMember } from './people.ts';
import { send } from './send.ts';

/** The super administrator, and an activated learner on a phone with minutes of AI time. */
export async function startTalkPeople(
  mobile: string,
  { minutes = 30, userAgent }: { minutes?: number; userAgent?: string } = {},
): Promise<{ admin: Visitor; person: Visitor; member_id: number }> {
  const [admin, person] = [await newVisitor(), await newVisitor({ size: phone, ...(userAgent ? { userAgent } : {}) })];
  for (const { page } of [admin, person]) page.setDefaultTimeout(300_000);
  await registerMember(person.page, mobile);
  await activateBySupport(mobile);
  const [member] = await query<{ id: string }>(
    'select m.id from members m join users u on u.id = m.user_id where u.mobile_phone = $1',
    [mobile],
  );
  await logInAsAdmin(admin.page);
  const memberId = Number(member?.id);
  const grant = { ids: [memberId], minutes, reason: '开学赠送' };
  await send(admin.page, 'POST', 'admin/members/add-seconds', grant);
  return { admin, person, member_id: memberId };
}

/** Puts settings back as a new school has them, and closes the vendor that a test was and its browser. */
export async function closeVendor(
  vendor: { close: () => Promise<void> },
  values: Record<string, string>,
): Promise<void> {
  const { page } = await newVisitor();
  await logInAsAdmin(page);
  await send(page, 'PUT', 'admin/configs', { values });
  await vendor.close();
  await closeBrowser();
}
