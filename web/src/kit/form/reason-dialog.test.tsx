import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { ReasonDialog } from './reason-dialog.tsx';

it('shows a refused reason at its field, keeps it and puts the cursor there', async () => {
  const reasons: string[] = [];
  render(
    <ReasonDialog
      title="重置密码"
      text=""
      label="原因"
      ok="重置"
      close={() => undefined}
      run={async (reason) => {
        reasons.push(reason);
        throw new ApiError(422, { errors: { reason: ['原因不能包含联系方式'] } });
      }}
    />,
  );
  const input = screen.getByLabelText(/^原因/) as HTMLInputElement;
  const ok = (): HTMLElement => screen.getAllByRole('button').at(-1) as HTMLElement;
  expect(document.querySelector('label')?.textContent).toBe('原因 *');
  await act(async () => {
    fireEvent.click(ok());
  });
  expect([screen.getByRole('alert').textContent === '', reasons]).toEqual([false, []]);
  fireEvent.change(input, { target: { value: ' 请打 13900000000 ' } });
  await act(async () => {
    fireEvent.click(ok());
  });
  expect(reasons).toEqual(['请打 13900000000']);
  expect(screen.getByRole('alert').textContent).toBe('不能包含联系方式');
  expect(input.value).toBe(' 请打 13900000000 ');
  await waitFor(() => expect(document.activeElement).toBe(input));
});
