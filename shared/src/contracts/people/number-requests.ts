import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s } from '../../kit/schema.ts';
import { code, codeSent, verify } from '../auth/auth.ts';

const mobile = field.mobile({ rules: 'required' });

/** Sends a code to the number by which somebody wants to log in from now on. */
export const sendNewNumberCode = contract({
  method: 'POST',
  path: '/open/number-requests/send',
  body: { mobile_phone: mobile, verify },
  response: codeSent,
});

/**
 * Asks the school for another number, without the old one. Who is logged in is known; others say their name, and the old number
 * if they know it. The answer does not tell whether anybody has it. Asking again for the same number closes what waits.
 */
export const requestNumber = contract({
  method: 'POST',
  path: '/open/number-requests',
  body: {
    mobile_phone: mobile,
    message_code: code,
    name: field.text({ rules: 'max:30', is_person_name: true }),
    old_number: field.mobile(),
    remark: field.text({ rules: 'max:200', initial: '' }),
  },
  response: s.object({ message: s.string() }),
});
