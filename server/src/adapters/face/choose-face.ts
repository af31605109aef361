import type { Environment } from '../../config.ts';
import { localFace } from './local.ts';
import type { FaceMatcher, FaceProvider } from './port.ts';

type Deps = {
  env: Environment;
  /** The provider in the settings when its account is complete; null while none is selected. */
  readProviders: () => Promise<readonly FaceProvider[] | null>;
};

/** The provider in the settings; without one, the local rule where it is allowed. */
export function createChosenFace({ env, readProviders }: Deps): FaceMatcher {
  return {
    async provider() {
      const configured = await readProviders();
      if (configured) return configured[0] ?? null;
      return env === 'local' || env === 'testing' ? localFace : null;
    },
  };
}
