import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, renderHook, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import accountWords from 'virtual:locale/account';
import { renderPage } from '../../../../../test/render-page.tsx';
import { fromRecords } from '../profile/account-header.tsx';
import { CertificatePage } from '../certificate.page.tsx';
import { CheckCertificatePage } from '../check-certificate.page.tsx';
import { bodyOf } from './draw-certificate.ts';

const issued = {
  code: 'ABCD2345EFGH',
  name: '朱小红',
  member_no: 'X1',
  issued_at: '2026-11-20T04:00:00.000Z',
  study_sec: 3600,
  lesson_count: 3,
  courses: [],
  course: null,
};

async function open(state?: object): Promise<void> {
  await accountWords.load();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ certificates: [issued] }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[{ pathname: '/', state }]}>
        <CertificatePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('lists certificates issued before, with download and check links, without issuing another', async () => {
  await open();
  const row = within(await screen.findByRole('listitem'));
  expect(row.getByText('证明编号 ABCD2345EFGH')).toBeTruthy();
  expect(row.getByRole('button', { name: '下载 PDF' })).toBeTruthy();
  expect(row.getByRole('link', { name: '查验页面' }).getAttribute('href')).toContain('/open/certificates/ABCD2345EFGH');
  expect(
    vi
      .mocked(fetch)
      .mock.calls.map(([url]) => String(url))
      .filter((url) => url.endsWith('/certificate')),
  ).toEqual([]);
});

it.each([
  [fromRecords, '/home/learning-records'],
  [undefined, '/home/personage/index'],
])('goes back to where it was opened', async (state, to) => {
  await open(state);
  expect((await screen.findAllByRole('link'))[0]?.getAttribute('href')).toBe(to);
});

it('leaves out the name of a member who has none', async () => {
  await accountWords.load();
  const {
    result: { current: t },
  } = renderHook(() => accountWords.useT());
  const sentence = (name: string): string =>
    bodyOf({
      certificate: { ...issued, name },
      school: '开课',
      link: '',
      time: '2026-11-20 12:00',
      t,
      locale: 'zh-CN',
      inks: { primary: '#000', soft: '#fff' },
    });
  expect(sentence('朱小红')).toContain('学员 朱小红（学号 X1）');
  expect(sentence('')).toBe('截至 2026-11-20 12:00，学号 X1 的学员在开课累计学习 1 小时，学完 3 课时。');
});

it.each([
  ['朱**', 1],
  ['', 0],
])('a check page shows the name when there is one: %s', async (masked, rows) => {
  await accountWords.load();
  const { name: _name, member_no: _no, ...certificate } = issued;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ school: '开课', certificate: { ...certificate, masked_name: masked } }),
  );
  render(
    <MemoryRouter initialEntries={['/ABCD2345EFGH']}>
      <Routes>
        <Route path="/:code" element={<CheckCertificatePage />} />
      </Routes>
    </MemoryRouter>,
  );
  expect(await screen.findByText('ABCD2345EFGH')).toBeTruthy();
  expect(screen.queryAllByText('学员')).toHaveLength(rows);
});

it('a certificate of a course names it, and can be saved as a picture', async () => {
  await accountWords.load();
  const course = { id: 3, started_on: '2026-11-01', finished_on: '2026-11-20', teacher: '林晓彤' };
  const diploma = { ...issued, courses: [{ title: '口语课', lessons_done: 3, study_sec: 3600 }], course };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ certificates: [diploma] }));
  renderPage(<CertificatePage />);
  const row = within(await screen.findByRole('listitem'));
  expect(row.getByText('《口语课》结业证书')).toBeTruthy();
  expect(row.getByRole('button', { name: '保存分享图' })).toBeTruthy();
});
