import type { VendorClientDeps } from '../http-client/vendor-clients.ts';

/** Whose face is compared with the picture registered for the ID number. */
export type FaceIdentity = { real_name: string; id_card: string };

export type FaceRequest = {
  identity: FaceIdentity;
  /** 32 letters and digits, unique for each check. */
  order_no: string;
  /** Where the vendor's page sends the browser afterwards. What it adds to the address proves nothing. */
  return_url: string;
  /** What the provider's script says about the device; empty when the provider has none. */
  device: string;
};

/** A check at its vendor; `url` is the page that takes the picture, null when there is none. */
export type FaceStart = { vendor_id: string; url: string | null; valid_ms: number };

/** `pending` until the vendor has a result; vendors that do not tell this from a failure never say `failed`. */
export type FaceResult = 'passed' | 'failed' | 'pending';

export type FaceProviderName = 'local' | 'aliyun' | 'tencent' | 'alipay';

/** Compares a face with the picture that belongs to a name and an ID number. */
export type FaceProvider = {
  name: FaceProviderName;
  /** A script of the vendor that describes the device before a check; null when none is needed. */
  script: string | null;
  start: (request: FaceRequest) => Promise<FaceStart>;
  /** Queries the vendor, which costs nothing; an id it does not know is `pending`. */
  result: (check: { vendor_id: string; identity: FaceIdentity }) => Promise<FaceResult>;
};

export type FaceMatcher = {
  /** The provider in use; null when only people verify names. */
  provider: () => Promise<FaceProvider | null>;
};

export type FaceDeps = { clock: () => Date; nonce: () => string } & VendorClientDeps;
