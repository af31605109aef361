import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { useToasts } from '../../../app/toasts.ts';
import { useForm } from '../../../form/use-form.ts';
import { field } from '@kaike/shared/kit/field';
import { ContactAndCode } from './contact-and-code.tsx';

beforeEach(() => sessionStorage.clear());

const fields = { mobile_phone: field.mobile({ rules: 'required' }), message_code: field.text({ rules: 'required' }) };

function Form({ requestCode }: { requestCode: () => Promise<{ wait: number; message: string }> }) {
  const form = useForm(fields, {
    initial: { mobile_phone: '13900550001', message_code: '' },
    label: (key) => key,
    onSubmit: async () => undefined,
  });
  return (
    <form onSubmit={form.onSubmit}>
      <ContactAndCode
        contact="mobile_phone"
        form={form}
        captcha={{ verify: async () => 'pass', dialog: null }}
        storageKey="wait:test"
        requestCode={requestCode}
      />
      <button type="submit">submit</button>
    </form>
  );
}

it('keeps what was said of the code below its field, until it arrives', async () => {
  const message = '验证码已发送。没有收到时，请确认该手机号已经注册。';
  render(<Form requestCode={async () => ({ wait: 60, message })} />);
  fireEvent.click(screen.getByRole('button', { name: 'auth.send_code' }));
  const code = screen.getByLabelText('message_code');
  await waitFor(() =>
    expect(document.getElementById(code.getAttribute('aria-describedby') ?? '')?.textContent).toContain('已经注册'),
  );
  // Said once, and read aloud.
  expect([useToasts.getState().toasts, screen.getByRole('status').textContent]).toEqual([[], message]);
});

it('says that a code was sent where the field was refused before for being empty', async () => {
  render(<Form requestCode={async () => ({ wait: 60, message: '验证码已发送' })} />);
  fireEvent.click(screen.getByRole('button', { name: 'submit' }));
  const code = screen.getByLabelText('message_code');
  const textBelow = () => document.getElementById(code.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
  expect([code.getAttribute('aria-invalid'), textBelow() !== '']).toEqual(['true', true]);
  fireEvent.click(screen.getByRole('button', { name: 'auth.send_code' }));
  await waitFor(() => expect(textBelow()).toContain('验证码已发送'));
  expect(code.getAttribute('aria-invalid')).not.toBe('true');
});

it('counts down where the number got a code a moment ago, instead of offering another try that must fail', async () => {
  const refusal = Object.assign(new ApiError(429, { code: 'auth.code_too_soon' }), { retry_after: 15 });
  render(<Form requestCode={() => Promise.reject(refusal)} />);
  fireEvent.click(screen.getByRole('button', { name: 'auth.send_code' }));
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: /^auth.wait/ })).disabled).toBe(true);
});
