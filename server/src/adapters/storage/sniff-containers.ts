const EBML_MAGIC = 0x1a45dfa3;
const DOC_TYPE_ID = Buffer.of(0x42, 0x82);
const STILL_IMAGE_BRANDS = ['avif', 'avis', 'heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'crx '];
const BOXES_OF_OLD_MOVIES = ['moov', 'wide', 'free', 'skip'];
const MAX_SIZE_BEFORE_MEDIA = 64 * 1024 * 1024;

/** The document type an EBML head declares: `webm`, `matroska`, or something we do not take. */
export function findDocType(head: Buffer): string | undefined {
  if (head.readUInt32BE(0) !== EBML_MAGIC) return undefined;
  const at = head.subarray(0, 64).indexOf(DOC_TYPE_ID);
  const size = at < 0 ? undefined : head[at + 2];
  // The size byte of an EBML text shorter than 127 bytes is its length with the top bit set.
  return size === undefined ? undefined : head.toString('latin1', at + 3, at + 3 + (size & 0x7f)).replaceAll('\0', '');
}

/** Which member of the ISO family the first box names; pictures of that family (HEIC, AVIF) are none of ours. */
export function mp4Family(head: Buffer): 'mp4' | 'mov' | 'm4a' | undefined {
  const box = head.toString('latin1', 4, 8);
  if (box !== 'ftyp') return isOldMovie(box, head.readUInt32BE(0)) ? 'mov' : undefined;
  const brand = head.toString('latin1', 8, 12);
  if (STILL_IMAGE_BRANDS.includes(brand)) return undefined;
  if (brand === 'qt  ') return 'mov';
  return brand === 'M4A ' || brand === 'M4B ' ? 'm4a' : 'mp4';
}

/** Movies older than the first-box rule; the size keeps out text that happens to have such a word in this place. */
function isOldMovie(box: string, size: number): boolean {
  return box === 'mdat' || (BOXES_OF_OLD_MOVIES.includes(box) && size < MAX_SIZE_BEFORE_MEDIA);
}

/** A frame head of MPEG layer III with a bit rate and a sampling rate that exist; other layers and AAC are refused. */
export function isMp3Frame(head: Buffer): boolean {
  const [sync, version, rates] = head;
  if (sync !== 0xff || version === undefined || rates === undefined) return false;
  const isLayer3 = (version & 0xe6) === 0xe2;
  const bitRate = rates >> 4;
  return isLayer3 && bitRate !== 0 && bitRate !== 15 && ((rates >> 2) & 3) !== 3;
}
