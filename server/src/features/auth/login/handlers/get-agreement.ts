import type { ResponseOf } from '@kaike/shared/kit/contract';
import type * as agreement from '@kaike/shared/contracts/auth/agreement';
import type { Call } from '../../../../core/call.ts';

/** Terms and privacy policy: the school's own texts, else those of the product. Paragraphs are separated by empty lines. */
export async function getAgreement({
  ctx,
  t,
}: Pick<Call, 'ctx' | 't'>): Promise<ResponseOf<typeof agreement.getAgreement>> {
  const { settings } = ctx;
  const [school, title, content, version, privacyTitle, privacy, privacyVersion] = await Promise.all([
    settings.get('school_name'),
    settings.get('agreement_title'),
    settings.get('agreement_content'),
    settings.get('agreement_version'),
    settings.get('privacy_title'),
    settings.get('privacy_content'),
    settings.get('privacy_version'),
  ]);
  return {
    title: title || t('auth.agreement_title'),
    content: content || t('sign_in.agreement', { school }),
    version,
    privacy: {
      title: privacyTitle || t('auth.privacy_title'),
      content: privacy || t('sign_in.privacy', { school }),
      version: privacyVersion,
    },
  };
}
