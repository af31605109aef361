import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useForm } from '../../form/use-form.ts';
import { field } from '@kaike/shared/kit/field';
import { ContactAndCode } from './contact-and-code.tsx';

const fields = { mobile_phone: field.mobile({ rules: 'required' }), message_code: field.text({ rules: 'required' }) };

function Form() {
  const form = useForm(fields, {
    initial: { mobile_phone: '13900550001', message_code: '' },
    label: (key) => key,
    onSubmit: async () => undefined,
  });
  return (
    <ContactAndCode
      contact="mobile_phone"
      form={form}
      captcha={{ verify: async () => 'pass', dialog: null }}
      storage_key="wait:test"
      requestCode={async () => ({ wait: 60, message: '验证码已发送。没有收到时，请确认该手机号已经注册。' })}
    />
  );
}

it('keeps what was said of the code below its field, until it arrives', async () => {
  render(<Form />);
  fireEvent.click(screen.getByRole('button', { name: 'auth.send_code' }));
  const code = screen.getByLabelText('message_code');
  await waitFor(() =>
    expect(document.getElementById(code.getAttribute('aria-describedby') ?? '')?.textContent).toContain('已经注册'),
  );
});
