declare module 'virtual:wording' {
  import type { Catalogue } from '@kaike/shared/kit/wording';

  export const catalogues: Record<string, () => Promise<{ default: Catalogue }>>;
}

/** The wording of a part that loads on demand: the catalogue file of this name, in the reader's language. */
declare module 'virtual:words/*' {
  import type { Translate } from '@kaike/shared/kit/wording';

  const words: { load: () => Promise<void>; useT: () => Translate };
  export default words;
}
