import type { Translate } from '@kaike/shared/kit/wording';

/** A device in the reader's language: browsers keep their names, the messenger has one in each. */
export const deviceLabel = (name: string, t: Translate): string => name.replace('WeChat', t('sign_in.wechat'));
