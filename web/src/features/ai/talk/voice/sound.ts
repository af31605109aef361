/** One element for all sounds: a browser that let it play once within a tap lets it play again without one. */
let element: HTMLAudioElement | null = null;

/** A tenth of a second of nothing: 800 samples of the middle value after the head of a WAV. */
const silence = (): Blob => {
  const head = atob('UklGRkQDAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YSADAAA=');
  const bytes = new Uint8Array(head.length + 800).fill(128);
  for (let at = 0; at < head.length; at += 1) bytes[at] = head.charCodeAt(at);
  return new Blob([bytes], { type: 'audio/wav' });
};

function elementOf(): HTMLAudioElement {
  element ??= new Audio();
  return element;
}

/** Lets the page play sounds later; call it within a tap. */
export function unlockSound(): void {
  if (element) return;
  const url = URL.createObjectURL(silence());
  const audio = elementOf();
  audio.src = url;
  audio.play().then(
    () => URL.revokeObjectURL(url),
    () => URL.revokeObjectURL(url),
  );
}

/** Plays a sound to its end. Resolves to whether it came that far; `at` is called with the share that was heard. */
export function playSound(
  { url, rate }: { url: string; rate: number },
  { at, signal }: { at: (share: number) => void; signal: AbortSignal },
): Promise<boolean> {
  const audio = elementOf();
  return new Promise((resolve) => {
    const ending = new AbortController();
    const end = (isWhole: boolean): void => {
      ending.abort();
      resolve(isWhole);
    };
    const listen = (name: string, work: () => void): void =>
      audio.addEventListener(name, work, { signal: ending.signal });
    listen('ended', () => end(true));
    listen('error', () => end(false));
    listen('timeupdate', () => {
      if (audio.duration > 0) at(audio.currentTime / audio.duration);
    });
    signal.addEventListener(
      'abort',
      () => {
        audio.pause();
        end(false);
      },
      { signal: ending.signal },
    );
    audio.src = url;
    // A new source resets the speed.
    audio.playbackRate = rate;
    audio.play().catch(() => end(false));
  });
}
