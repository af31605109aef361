/** The browser's BarcodeDetector; missing from TypeScript's DOM library. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats: () => Promise<string[]> };

/** Reads the video's current frame; null when it contains no code. */
export type ReadFrame = (video: HTMLVideoElement) => Promise<string | null>;

/** Longest side in pixels that is analysed: enough for a card held to the camera, light enough for an old phone. */
const maxSide = 640;

async function nativeReader(): Promise<ReadFrame | null> {
  if (!('BarcodeDetector' in window)) return null;
  const DetectorConstructor = window.BarcodeDetector as DetectorClass;
  // Some browsers have the class but support no format.
  if (!(await DetectorConstructor.getSupportedFormats().catch((): string[] => [])).includes('qr_code')) return null;
  const detector = new DetectorConstructor({ formats: ['qr_code'] });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

async function loadedReader(): Promise<ReadFrame> {
  const { default: jsQr } = await import('jsqr');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, maxSide / Math.max(video.videoWidth, video.videoHeight, 1));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (!context || canvas.width === 0 || canvas.height === 0) return null;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return jsQr(data, canvas.width, canvas.height)?.data || null;
  };
}

/** The browser's own QR reader, or one loaded on demand. */
export async function makeReader(): Promise<ReadFrame> {
  return (await nativeReader()) ?? loadedReader();
}

export type CameraProblem = 'denied' | 'none' | 'busy' | 'unsupported';

/** Why the camera did not open, as something a person can act on. */
export function cameraProblem(error: unknown): CameraProblem {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'unsupported';
}

/** Opens the back camera; throws errors that `cameraProblem` understands. */
export async function openCamera(): Promise<MediaStream> {
  // Missing on plain http and in some embedded browsers.
  if (!('mediaDevices' in navigator)) throw new Error('no camera in this browser');
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  });
}
