import type { Microphone, RecorderDeps } from './recorder.ts';

const bitsPerSecond = 24_000;
const webm = 'audio/webm;codecs=opus';
const mp4 = 'audio/mp4';
/** Safari says that it records webm and does not always play what it recorded. */
const isSafari = (): boolean => /^((?!chrome|android|crios|fxios).)*safari/i.test(navigator.userAgent);

/** The first type that this browser records; undefined leaves it to the browser. */
export function recordedType(): string | undefined {
  const types = isSafari() ? [mp4, webm] : [webm, mp4];
  return types.find((type) => MediaRecorder.isTypeSupported(type));
}

export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && typeof navigator.mediaDevices?.getUserMedia === 'function';

/** Root mean square of what is heard now; with nothing to measure by it counts as loud. */
function meterOf(stream: MediaStream): { level: () => number; close: () => void } {
  const audio = new AudioContext();
  // A page that was not touched yet may not measure: then nothing is silent.
  const analyser = audio.createAnalyser();
  // More than passes between two measurements.
  analyser.fftSize = 4096;
  audio.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level() {
      if (audio.state !== 'running') return 1;
      analyser.getFloatTimeDomainData(samples);
      return Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length);
    },
    close: () => void audio.close(),
  };
}

async function open(): Promise<Microphone> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true },
  });
  const release = (): void => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    const type = recordedType();
    const options = { audioBitsPerSecond: bitsPerSecond };
    const createRecorder = (): MediaRecorder =>
      new MediaRecorder(stream, type === undefined ? options : { ...options, mimeType: type });
    let recorder = createRecorder();
    const meter = meterOf(stream);
    let begin = (): void => undefined;
    return {
      record: () =>
        new Promise((resolve, reject) => {
          begin = () => {
            const mine = recorder;
            const parts: Blob[] = [];
            mine.addEventListener('dataavailable', ({ data }) => parts.push(data));
            mine.addEventListener('stop', () => {
              // One that was renewed meanwhile is forgotten.
              if (mine === recorder) resolve(new Blob(parts, { type: mine.mimeType }));
            });
            mine.addEventListener('error', () => reject(new DOMException('broken off', 'NotReadableError')));
            mine.start();
          };
          begin();
        }),
      stop: () => recorder.stop(),
      renew() {
        const old = recorder;
        recorder = createRecorder();
        begin();
        old.stop();
      },
      level: meter.level,
      release() {
        release();
        meter.close();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** The microphone of this browser. */
export const microphoneDeps: RecorderDeps = {
  open,
  now: () => performance.now(),
  every(ms, act) {
    const timer = setInterval(act, ms);
    return () => clearInterval(timer);
  },
};
