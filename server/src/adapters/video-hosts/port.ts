import type { SignedParts } from '../storage/provider.ts';

/** A quality in which a host plays a video. */
export type HostedStream = {
  /** A name for our addresses: `HD.m3u8`, `SD.mp4`. */
  name: string;
  mode: 'hls' | 'mp4';
  url: string;
  width: number;
  height: number;
  /** Bits per second. */
  bandwidth: number;
};

export type HostedFailure = 'missing' | 'transcode_failed' | 'blocked';

/** What a host says about a video: not ready yet, playable, or not to be played. */
export type HostedState =
  | { state: 'waiting'; /** Nothing has arrived yet. */ is_empty: boolean }
  | { state: 'failed'; reason: HostedFailure }
  | { state: 'ready'; duration_sec: number; cover_url: string };

/** An event as it arrived; names of headers in lower case. */
export type HostEvent = { url: string; headers: Readonly<Record<string, string | undefined>>; body: string };

/** A vendor that takes a video from the browser, encodes it, and plays it from its own network. */
export type VideoHost = {
  name: string;
  /** The upload id names the video from `begin` on; `abort` removes the video. */
  uploads: SignedParts;
  videoOf: (uploadId: string) => string;
  /** Throws `rejected`, reason `no_such_video`. */
  read: (videoId: string) => Promise<HostedState>;
  /** Every quality that our player plays, best first. */
  streams: (videoId: string) => Promise<HostedStream[]>;
  /** The playlist of a stream, as the host wrote it. */
  playlist: (stream: HostedStream) => Promise<string>;
  /** The bytes of a cover; null where the host has none to show. */
  cover: (url: string) => Promise<Uint8Array | null>;
  /** An address at which browsers get a file of the host's network until the deadline. */
  signedUrl: (url: string, deadline: Date) => string;
  /** Removes a video; a missing one is not an error. */
  remove: (videoId: string) => Promise<void>;
  /** The video an event is about; null for an event that the host did not sign lately. */
  readEvent: (event: HostEvent) => string | null;
  /**
   * Reads something harmless with the account, and the beginning of a video where one is named, as a browser would from the pages of
   * `page_origin`; returns whether it came. Throws `config_invalid` with what keeps browsers from playing it: `play_key_missing`,
   * `wrong_play_key`, `domain_refused`, `wrong_domain`.
   */
  probe: (played: { video_id: string; page_origin: string | null } | null) => Promise<boolean>;
  /** Origins browsers upload to and play from. */
  origins: readonly string[];
};

/** The hosts a school has set up. */
export type VideoHosts = {
  /** Which of these settings say where a host keeps videos. */
  placesIn: (settings: readonly string[]) => { provider: string; setting: string }[];
  /** Whether a name is a host's, set up or not. */
  has: (name: string) => boolean;
  /** Throws `config_invalid` for one that is not set up. */
  find: (name: string) => Promise<VideoHost>;
  /** Where new videos go; null while they are packaged here. Throws `config_invalid` while its account is not complete. */
  chosen: () => Promise<VideoHost | null>;
  /** Origins of every host that is set up, for the Content-Security-Policy. */
  origins: () => Promise<string[]>;
};
