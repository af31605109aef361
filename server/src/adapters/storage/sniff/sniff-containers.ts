const EBML_MAGIC = 0x1a45dfa3;
const DOC_TYPE_ID = Buffer.of(0x42, 0x82);
const STILL_IMAGE_BRANDS = ['avif', 'avis', 'heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'crx '];
const OLD_MOVIE_BOXES = ['moov', 'wide', 'free', 'skip'];
const MAX_SIZE_BEFORE_MEDIA = 64 * 1024 * 1024;

/** The document type an EBML head declares: `webm`, `matroska`, or an unsupported one. */
export function findDocType(head: Buffer): string | undefined {
  if (head.readUInt32BE(0) !== EBML_MAGIC) return undefined;
  const at = head.subarray(0, 64).indexOf(DOC_TYPE_ID);
  const size = at < 0 ? undefined : head[at + 2];
  // The size byte of an EBML string shorter than 127 bytes is its length with the top bit set.
  return size === undefined ? undefined : head.toString('latin1', at + 3, at + 3 + (size & 0x7f)).replaceAll('\0', '');
}

/** The member of the ISO family named by the first box; still images of that family (HEIC, AVIF) are not supported. */
export function mp4Family(head: Buffer): 'mp4' | 'mov' | 'm4a' | undefined {
  const box = head.toString('latin1', 4, 8);
  if (box !== 'ftyp') return isOldMovie(box, head.readUInt32BE(0)) ? 'mov' : undefined;
  const brand = head.toString('latin1', 8, 12);
  if (STILL_IMAGE_BRANDS.includes(brand)) return undefined;
  if (brand === 'qt  ') return 'mov';
  return brand === 'M4A ' || brand === 'M4B ' ? 'm4a' : 'mp4';
}

/** Movies that predate the first-box rule; the size check excludes text that happens to have such a word there. */
function isOldMovie(box: string, size: number): boolean {
  return box === 'mdat' || (OLD_MOVIE_BOXES.includes(box) && size < MAX_SIZE_BEFORE_MEDIA);
}

/** Whether this is an MPEG layer III frame header with a valid bit rate and sampling rate; other layers and AAC are not. */
export function isMp3Frame(head: Buffer): boolean {
  const [sync, version, rates] = head;
  if (sync !== 0xff || version === undefined || rates === undefined) return false;
  const isLayer3 = (version & 0xe6) === 0xe2;
  const bitRate = rates >> 4;
  return isLayer3 && bitRate !== 0 && bitRate !== 15 && ((rates >> 2) & 3) !== 3;
}
