/** What a browser needs to load the map of a provider. */
export type MapAccount = { provider: 'amap' | 'google'; key: string; map_id: string };

export type Forwarded = { status: number; type: string; body: Buffer };

/** A provider of maps with the school's account; its script runs in the browser. */
export type MapProvider = {
  account: MapAccount;
  /** Origins the script loads from, reports to and shows pictures of, for the policy of pages. */
  origins: { scripts: readonly string[]; connections: readonly string[]; pictures: readonly string[] };
  /** Has the provider check the account; null when only a browser can. */
  test: (() => Promise<void>) | null;
  /** Answers a request of the script that needs a secret of this server; null when the address is none of those. */
  forward: (path: string, query: URLSearchParams) => Promise<Forwarded | null>;
};

export type MapService = {
  /** The provider in the settings when its account is complete; null while places are chosen without a map. */
  provider: () => Promise<MapProvider | null>;
};
