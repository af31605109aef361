import { renderHook } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import accountWords from 'virtual:locale/account';
import { configOf } from '../../../../../test/client-config.ts';
import { useConfig } from '../../../../app/config.ts';
import { useDiploma } from './use-drawing.ts';

beforeAll(() => accountWords.load());
afterEach(() => useConfig.setState({ config: null }));

const certificate = {
  code: 'ABCD2345EFGH',
  name: '朱小红',
  member_no: 'X1',
  issued_at: '2026-11-20T04:00:00.000Z',
  study_sec: 3600,
  lesson_count: 3,
  courses: [],
  course: null,
};

it.each([
  ['green', '#12694a'],
  ['red-light', '#b3281f'],
  ['primary', '#2347c5'],
])('a certificate has the colour of the school: %s', (theme, primary) => {
  useConfig.setState({ config: configOf({ theme }) });
  const { result } = renderHook(() => useDiploma());
  expect(result.current(certificate).inks.primary).toBe(primary);
});
