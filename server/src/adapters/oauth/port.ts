import type { LoginType, IdentityProviderName } from '@kaike/shared/domain/auth/third-party';

/** Somebody's identity at another service. */
export type Identity = {
  provider: IdentityProviderName;
  app_id: string;
  open_id: string;
  union_id: string | null;
  nickname: string;
  /** Address of the picture at the service; null when there is none. */
  avatar: string | null;
  /** A placeholder identity WeChat provides before the person consents; never an account. */
  is_virtual: boolean;
};

/** `is_silent`: only the identity, without asking for consent, where the service supports it. */
export type AuthorizeRequest = { redirect_uri: string; state: string; challenge: string; is_silent: boolean };
export type AuthorizeCallback = { redirect_uri: string; code: string; verifier: string; is_silent: boolean };

/** A service people sign in with. */
export type IdentityProvider = {
  /** The address of its page; `challenge` is S256 of the verifier, for services that support PKCE. */
  authorizeUrl: (request: AuthorizeRequest) => string;
  /** Exchanges the code from the callback for an identity. A code works once. */
  identify: (callback: AuthorizeCallback) => Promise<Identity>;
};

export type Browser = 'wechat' | 'mobile' | 'desktop';

/** The configured services. */
export type IdentityProviders = {
  /** Services to show in that browser, in display order. */
  offered: (browser: Browser) => Promise<LoginType[]>;
  /** Null when that service is not set up. */
  find: (type: LoginType) => Promise<IdentityProvider | null>;
  /** The local identity page; null in production. */
  local: LocalIdentities | null;
};

export type LocalAuthorizeRequest = { client_id: string; redirect_uri: string; challenge: string };
export type LocalIdentities = {
  /** Whether the client, return address and challenge are acceptable. */
  accepts: (request: LocalAuthorizeRequest) => boolean;
  /** Issues a code for the identity chosen on the page. */
  issue: (request: LocalAuthorizeRequest, person: { open_id: string; nickname: string }) => Promise<string>;
};
