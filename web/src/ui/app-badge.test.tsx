import { render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setAppBadge, useAppBadge } from './app-badge.ts';

const badges: (number | 'none')[] = [];

function giveBadges(fails = false): void {
  const answer = async (): Promise<void> => {
    if (fails) throw new DOMException('not installed', 'NotAllowedError');
  };
  Object.assign(navigator, {
    setAppBadge: (count: number) => {
      badges.push(count);
      return answer();
    },
    clearAppBadge: () => {
      badges.push('none');
      return answer();
    },
  });
}

function Page({ unread }: { unread: number | undefined }) {
  useAppBadge(unread);
  return null;
}

afterEach(() => {
  badges.length = 0;
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
});

it('shows the unread count, and disappears when all is read', () => {
  giveBadges();
  const { rerender } = render(<Page unread={undefined} />);
  for (const unread of [3, 3, 2, 0]) rerender(<Page unread={unread} />);
  expect(badges).toEqual([3, 2, 'none']);
});

it('does nothing in a browser without badges, and ignores a refusal', async () => {
  expect(() => setAppBadge(2)).not.toThrow();
  giveBadges(true);
  setAppBadge(2);
  await Promise.resolve();
  expect(badges).toEqual([2]);
});
