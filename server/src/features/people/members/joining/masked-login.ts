import { maskValue } from '@kaike/shared/domain/people/mask';

/** What a learner logs in by, as shown to whoever may not see all of it. */
export const maskedLogin = ({
  mobile_phone: mobile,
  email,
}: {
  mobile_phone: string | null;
  email: string | null;
}): string => (mobile ? maskValue('mobile', mobile) : maskValue('email', email ?? ''));
