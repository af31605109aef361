import type { LoginType, Provider } from '@kaike/shared/domain/third-party';

/** Who somebody is at another service. */
export type Identity = {
  provider: Provider;
  app_id: string;
  open_id: string;
  union_id: string | null;
  nickname: string;
  /** Where its picture is, at the service; null where it says none. */
  avatar: string | null;
  /** A stand-in the messenger shows pages to before the person agrees to be known: never an account. */
  is_virtual: boolean;
};

/** `is_silent`: only who it is, without asking the person; where the service can. */
export type Departure = { redirect_uri: string; state: string; challenge: string; is_silent: boolean };
export type Arrival = { redirect_uri: string; code: string; verifier: string; is_silent: boolean };

/** A service people sign in with. */
export type IdentityProvider = {
  /** The address of its page; `challenge` is S256 of the verifier, for services that take one. */
  authorizeUrl: (given: Departure) => string;
  /** Turns the code it sent the browser back with into an identity. A code works once. */
  identify: (given: Arrival) => Promise<Identity>;
};

export type Browser = 'wechat' | 'mobile' | 'desktop';

/** The services that are set up. */
export type IdentityProviders = {
  /** Those to show in that browser, in the order of the page. */
  offered: (browser: Browser) => Promise<LoginType[]>;
  /** Null when that one is not set up. */
  find: (type: LoginType) => Promise<IdentityProvider | null>;
  /** The identity page of this installation; null where real people sign in. */
  local: LocalIdentities | null;
};

export type LocalWish = { client_id: string; redirect_uri: string; challenge: string };
export type LocalIdentities = {
  /** Whether somebody may be sent back there with a code. */
  accepts: (wish: LocalWish) => boolean;
  /** A code for the identity somebody chose. */
  issue: (wish: LocalWish, person: { open_id: string; nickname: string }) => Promise<string>;
};
