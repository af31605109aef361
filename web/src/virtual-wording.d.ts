declare module 'virtual:wording' {
  import type { Area } from '@kaike/shared/kit/resource';
  import type { Locale } from '@kaike/shared/locales/languages';
  import type { Catalogue } from '@kaike/shared/kit/wording';

  export const catalogues: Record<Area, Record<Locale, () => Promise<{ default: Catalogue }>>>;
}

/** The words of antd in each language; those of dayjs come with them. */
declare module 'virtual:antd-locales' {
  import type { Locale as AntdLocale } from 'antd/es/locale';
  import type { Locale } from '@kaike/shared/locales/languages';

  const locales: Record<Locale, AntdLocale>;
  export default locales;
}

/** The wording of a part that loads on demand: the catalogue file of this name, in the reader's language. */
declare module 'virtual:locale/*' {
  import type { Translate } from '@kaike/shared/kit/wording';

  const words: { load: () => Promise<void>; useT: () => Translate };
  export default words;
}
