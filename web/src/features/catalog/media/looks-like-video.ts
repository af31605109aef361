/** Types of the first box in MP4 and QuickTime files. */
const boxes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];
/** Matroska and WebM start with this. */
const ebml = [0x1a, 0x45, 0xdf, 0xa3];
const headBytes = 12;

/** Whether the first bytes can be a video; the server checks in detail. Catches a mistake before gigabytes are sent. */
export async function looksLikeVideo(file: Pick<Blob, 'slice'>): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const box = String.fromCharCode(...head.slice(4, 8));
  return boxes.includes(box) || ebml.every((byte, index) => head[index] === byte);
}
