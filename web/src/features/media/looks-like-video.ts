/** Names of the first box in files of the MP4 and QuickTime family. */
const boxes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];
/** Matroska and WebM begin with this. */
const ebml = [0x1a, 0x45, 0xdf, 0xa3];
const headBytes = 12;

/** Whether the first bytes can be a video's; the server looks closer. Tells of a mistake before gigabytes have been sent. */
export async function looksLikeVideo(file: Pick<Blob, 'slice'>): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const box = String.fromCharCode(...head.slice(4, 8));
  return boxes.includes(box) || ebml.every((byte, index) => head[index] === byte);
}
