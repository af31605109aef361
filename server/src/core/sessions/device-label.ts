import type { Translate } from '@kaike/shared/kit/wording';

/** A device in the reader's language: browser names are not translated, WeChat is. */
export const deviceLabel = (name: string, t: Translate): string => name.replace('WeChat', t('sign_in.wechat'));
