const headBytes = 12;
/** MPEG layer III: the eleven sync bits of a frame header, then version and layer. */
const isFrame = ([first = 0, second = 0]: Uint8Array): boolean => first === 0xff && (second & 0xe6) === 0xe2;

/** Whether the first bytes can be MP3, M4A or WAV; the server checks in detail. */
export async function looksLikeSound(file: Pick<Blob, 'slice'>): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const text = String.fromCharCode(...head);
  return (
    text.startsWith('ID3') ||
    isFrame(head) ||
    text.slice(4, 8) === 'ftyp' ||
    (text.startsWith('RIFF') && text.endsWith('WAVE'))
  );
}
