import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadWording } from '../../../../app/wording.ts';
import { RecordStates } from './record-states.tsx';

const reload = vi.fn<() => void>();
const none = { data: null, failed: false, error: null, isGone: false, reload };

beforeAll(() => loadWording('open'));

const draw = (state: (Partial<typeof none> & { data?: null }) | { data: { name: string } }) =>
  render(
    <RecordStates<{ name: string }>
      state={{ ...none, ...state }}
      missing={{ title: '老师不存在' }}
      skeleton={[160, 240]}
    >
      {({ name }) => <h1>{name}</h1>}
    </RecordStates>,
  );

it('is busy while it loads, with a block for each part', () => {
  const { container } = draw({});
  expect(container.querySelector('[aria-busy]')?.children).toHaveLength(2);
});

it('says that the record is gone', () => {
  draw({ isGone: true });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('老师不存在');
});

it('offers to try again after a failure', () => {
  draw({ failed: true, error: new Error('network') as unknown as null });
  fireEvent.click(screen.getByRole('button'));
  expect(reload).toHaveBeenCalledOnce();
});

it('shows the record', () => {
  const { container } = draw({ data: { name: '李老师' } });
  expect(screen.getByRole('heading').textContent).toBe('李老师');
  expect(container.querySelector('[aria-busy]')).toBeNull();
});
