import type { AnswerOf } from '@kaike/shared/kit/contract';
import type { agreement } from '@kaike/shared/contracts/auth';
import type { Call } from '../../http/route.ts';

/** What a learner agrees to: the school's own text, else the one that comes with the product. Paragraphs are parted by empty lines. */
export async function readAgreement({ ctx, t }: Pick<Call, 'ctx' | 't'>): Promise<AnswerOf<typeof agreement>> {
  const { settings } = ctx;
  const [school, title, content, version] = await Promise.all([
    settings.get('school_name'), settings.get('agreement_title'), settings.get('agreement_content'), settings.get('agreement_version'),
  ]);
  return { title: title || t('auth.agreement_title'), content: content || t('sign_in.agreement', { school }), version };
}
