import { screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import accountWords from 'virtual:locale/account';
import weekWords from 'virtual:locale/week';
import { renderPage } from '../../../../test/render-page.tsx';
import { memberOf } from '../../../../test/session-users.ts';
import { setUser, useSession } from '../../../app/session.ts';
import { loadWording } from '../../../app/wording.ts';
import { CertificatePage } from '../../auth/member-account/certificate.page.tsx';
import { MyCoursesPage } from '../../catalog/courses/my-courses.page.tsx';
import { MyRecordsPage } from '../playback/my-records.page.tsx';
import { WeekPage } from './weekly/week.page.tsx';

it.each([
  ['我的课程', MyCoursesPage],
  ['学习记录', MyRecordsPage],
  ['学习小结', WeekPage],
  ['学习证明', CertificatePage],
])('%s: asks for nothing that is refused to who has no card, and shows the ways to learn', async (title, Page) => {
  await Promise.all([loadWording('home'), accountWords.load(), weekWords.load()]);
  const user = memberOf({ is_activated: false, may_study: false });
  const sent: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input), 'http://kaike');
    sent.push(pathname);
    return Response.json({ user, lifetime: 60 });
  });
  onTestFinished(() => {
    useSession.setState({ user: null });
    localStorage.removeItem('refused');
  });
  setUser(user, 60);
  renderPage(<Page />);
  expect(await screen.findByRole('link', { name: '激活学习卡' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(screen.getByRole('link', { name: '看看课程' }).getAttribute('href')).toBe('/open/courses?sort=price');
  expect(sent).toEqual(['/web-api/open/user']);
});
