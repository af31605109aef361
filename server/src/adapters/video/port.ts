/** Properties read from a video file; lengths in seconds, sizes in pixels and bytes. */
export type VideoProbe = {
  duration_sec: number;
  /** Display size, after applying the camera's rotation. */
  width: number;
  height: number;
  size: number;
  /** Short names such as `avc`, `hevc`, `vp9`, `aac`, `opus`; null for an unknown codec, and for no sound. */
  video_codec: string | null;
  audio_codec: string | null;
  /** Whether playback can begin before the whole file has arrived. */
  faststart: boolean;
};

/** Properties read from a sound file; seconds and bytes. */
export type SoundProbe = {
  duration_sec: number;
  size: number;
  /** Such as `mp3`, `aac`, `pcm-s16`; null for an unknown codec. */ codec: string | null;
};

export type CutRequest = {
  /** Path of a packaged sound. */
  input: string;
  /** The file to create; it appears atomically. */
  output: string;
  /** Seconds to keep. */
  seconds: number;
};

export type PackageRequest = {
  /** Path of the uploaded file, which is not changed. */
  input: string;
  /** The folder to create; it appears atomically. */
  output_dir: string;
  /** Called with 0 to 1, at most once per hundredth. */
  on_progress?: (fraction: number) => void;
};

export type Rendition = { playlist: string; width: number; height: number; bandwidth: number; codecs: string };

export type PackagedVideo = {
  /** `hls`: a playlist with segments. `mp4`: a plain file, served by ranges. */
  mode: 'hls' | 'mp4';
  /** The file of the folder a player opens: `index.m3u8`, `master.m3u8` for several renditions, or the plain file when the mode is `mp4`. */
  playlist: string;
  duration_sec: number;
  /** 0 for a sound, as the height. */
  width: number;
  height: number;
  /** Total bytes of the files that are played. */
  size: number;
  segments: number;
  /** Whether video or audio had to be re-encoded. */
  transcoded: boolean;
  renditions: Rendition[];
};

export type SmallerRequest = {
  /** Path of the uploaded file. */
  input: string;
  /** Its packaged folder. */
  output_dir: string;
};

export type CoverRequest = {
  /** Path of a video. */
  input: string;
  at_sec: number;
  /** Hue of the drawn cover when no frame is readable, 0 to 359. */
  hue?: number;
};

/** Makes uploaded videos and sounds playable, independent of the provider. */
export type VideoProvider = {
  /** Reads a video's properties; throws `not_a_video`, `truncated` or `no_video_track`. */
  probe: (input: string) => Promise<VideoProbe>;
  /** Reads a sound's properties; throws `not_a_sound` or `truncated`. */
  probeSound: (input: string) => Promise<SoundProbe>;
  /** Packages a sound as one file that every browser plays, in a folder like a video's; the mode is `mp4`. */
  packageSound: (request: PackageRequest) => Promise<PackagedVideo>;
  /** Copies the beginning of a packaged sound without encoding it. */
  cutSound: (request: CutRequest) => Promise<void>;
  /** Packages a video for streaming; safe to run again after a crash. */
  packageVideo: (request: PackageRequest) => Promise<PackagedVideo>;
  /** Adds a rendition for small screens and slow networks to a packaged stream, which stays playable meanwhile; null where that gains nothing. Throws `no_ffmpeg`. */
  addSmaller: (request: SmallerRequest) => Promise<PackagedVideo | null>;
  /** Creates a webp picture at most 1280 pixels wide. */
  makeCover: (request: CoverRequest) => Promise<Uint8Array>;
};
