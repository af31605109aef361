import type { Account } from '@kaike/shared/contracts/auth/account';
import * as account from '@kaike/shared/contracts/auth/account';
import { authStatus } from '@kaike/shared/domain/people/people';
import type { Translate } from '@kaike/shared/kit/wording';
import { call } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { useChanged } from '../member-account.queries.ts';

declare global {
  // An interface, so that it merges with the platform's own.
  interface Window {
    /** Of Aliyun's script: what the device can do. */
    getMetaInfo?: () => object;
  }
}

type Face = NonNullable<Account['face']>;
type Identity = { real_name: string; id_card: string; consent: boolean; guardian_consent: boolean };

const scriptMs = 8000;
const isPhone = (): boolean => /iPhone|iPad|Android|Mobile/i.test(navigator.userAgent);

/** Alipay cannot be opened from inside WeChat. */
export const isOutOfPlace = ({ provider }: Face): boolean =>
  provider === 'alipay' && /MicroMessenger/i.test(navigator.userAgent);

/** Whether the page of the vendor is scanned by a phone, not opened here. */
export const isScanned = (provider: string): boolean => provider === 'alipay' && !isPhone();

/** Leaves for the page that takes the picture; Alipay's is opened in its app. */
export function openFacePage(provider: string, url: string): void {
  location.assign(
    provider === 'alipay' ? `alipays://platformapi/startapp?appId=20000067&url=${encodeURIComponent(url)}` : url,
  );
}

/** Loads the provider's script, only now that a check starts, and returns what it says about the device. */
async function describeDevice(script: string): Promise<string> {
  if (!window.getMetaInfo)
    await new Promise<void>((resolve, reject) => {
      const tag = document.createElement('script');
      const fail = (): void => reject(new Error('the script did not come'));
      setTimeout(fail, scriptMs);
      tag.src = script;
      tag.addEventListener('load', () => resolve());
      tag.addEventListener('error', fail);
      document.head.append(tag);
    });
  return JSON.stringify(window.getMetaInfo?.() ?? {});
}

/** Starts a check and goes to the vendor's page. Returns its id when the result is there at once, otherwise null. */
export async function startFace({ provider, script }: Face, identity: Identity, t: Translate): Promise<string | null> {
  const device = script === null ? '' : await describeDevice(script).catch(() => null);
  if (device === null) {
    toast('error', t('account.real.device'));
    return null;
  }
  const { certify_id, url } = await call(account.startFaceAuth, { body: { ...identity, device } });
  if (url === null) return certify_id;
  if (!isScanned(provider)) openFacePage(provider, url);
  return null;
}

/** Fetches the result of a check and shows it. */
export function useMatchFace(): (certifyId: string) => Promise<void> {
  const changed = useChanged();
  return async (certifyId) => {
    const ended = await call(account.matchFace, { body: { certify_id: certifyId } });
    const { is_auth: state, face_check: open } = ended.account;
    changed(ended, state === authStatus.passed ? 'success' : open ? 'info' : 'error');
  };
}
