declare module 'virtual:wording' {
  import type { Catalogue } from '@kaike/shared/kit/wording';

  export const catalogues: Record<string, () => Promise<{ default: Catalogue }>>;
}

declare module 'virtual:wording/*' {
  import type { Catalogue } from '@kaike/shared/kit/wording';

  const catalogue: Catalogue;
  export default catalogue;
}
