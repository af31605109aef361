/** What a file proves about itself; lengths in seconds, sizes in pixels and bytes. */
export type VideoProbe = {
  duration_sec: number;
  /** As shown, after any rotation the camera noted down. */
  width: number;
  height: number;
  size: number;
  /** Short names such as `avc`, `hevc`, `vp9`, `aac`, `opus`; null for one nobody knows, and for no sound. */
  video_codec: string | null;
  audio_codec: string | null;
  /** Whether playing can begin before the end of the file has arrived. */
  faststart: boolean;
};

/** What a sound proves about itself; seconds and bytes. */
export type SoundProbe = {
  duration_sec: number;
  size: number;
  /** Such as `mp3`, `aac`, `pcm-s16`; null for one nobody knows. */ codec: string | null;
};

export type CutRequest = {
  /** Path of a packaged sound. */
  input: string;
  /** The file to make; it appears whole or not at all. */
  output: string;
  /** Seconds to keep. */
  seconds: number;
};

export type PackageRequest = {
  /** Path of the uploaded file; it is only read. */
  input: string;
  /** Folder to make; it appears whole or not at all. */
  output_dir: string;
  /** Called with 0 to 1, at most once a hundredth. */
  on_progress?: (fraction: number) => void;
};

export type Rendition = { playlist: string; width: number; height: number; bandwidth: number; codecs: string };

export type PackagedVideo = {
  /** `hls`: a playlist with segments. `mp4`: the file as it came, to be served by ranges. */
  mode: 'hls' | 'mp4';
  /** The file of the folder a player opens: `index.m3u8`, `master.m3u8` for several renditions, or the kept file when the mode is `mp4`. */
  playlist: string;
  duration_sec: number;
  /** 0 for a sound, as the height. */
  width: number;
  height: number;
  /** Bytes of everything in the folder that is played. */
  size: number;
  segments: number;
  /** Whether the pictures or the sound had to be encoded anew. */
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
  /** Colour of the drawn cover when no frame can be had, 0 to 359. */
  hue?: number;
};

/** Makes uploaded videos and sounds playable, whoever does the work. */
export type VideoProvider = {
  /** Reads what a file is; refuses with `not_a_video`, `truncated` or `no_video_track`. */
  probe: (input: string) => Promise<VideoProbe>;
  /** Reads what a sound is; refuses with `not_a_sound` or `truncated`. */
  probeSound: (input: string) => Promise<SoundProbe>;
  /** Makes one file of a sound that every browser plays, in a folder as a video has; the mode is `mp4`. */
  packageSound: (request: PackageRequest) => Promise<PackagedVideo>;
  /** Copies the beginning of a packaged sound without encoding it. */
  cutSound: (request: CutRequest) => Promise<void>;
  /** Packages a video for streaming; run again after a crash, it ends in the same folder. */
  packageVideo: (request: PackageRequest) => Promise<PackagedVideo>;
  /** Adds a rendition for small screens and slow networks to a packaged stream, which plays on meanwhile; null where that gains nothing. Refuses with `no_ffmpeg`. */
  addSmaller: (request: SmallerRequest) => Promise<PackagedVideo | null>;
  /** A webp picture of at most 1280 pixels width. */
  makeCover: (request: CoverRequest) => Promise<Uint8Array>;
};
