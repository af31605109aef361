import { crc32, deflateRawSync } from 'node:zlib';

type Entry = { name: string; bytes: Buffer; is_stored: boolean };

function localHeader({ name, bytes, is_stored }: Entry): { header: Buffer; body: Buffer } {
  const body = is_stored ? bytes : deflateRawSync(bytes);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(is_stored ? 0 : 8, 8);
  header.writeUInt32LE(crc32(bytes), 14);
  header.writeUInt32LE(body.length, 18);
  header.writeUInt32LE(bytes.length, 22);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return { header: Buffer.concat([header, Buffer.from(name)]), body };
}

function directoryEntry(entry: Entry, header: Buffer, at: number): Buffer {
  const listed = Buffer.alloc(46);
  listed.writeUInt32LE(0x02014b50, 0);
  header.copy(listed, 6, 4, 30);
  listed.writeUInt32LE(at, 42);
  return Buffer.concat([listed, Buffer.from(entry.name)]);
}

/** A zip of files by name, as archivers write it. The first is stored, the others are deflated. */
export function makeZip(files: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [index, [name, content]] of Object.entries(files).entries()) {
    const entry = { name, bytes: Buffer.from(content), is_stored: index === 0 };
    const { header, body } = localHeader(entry);
    directory.push(directoryEntry(entry, header, at));
    parts.push(header, body);
    at += header.length + body.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}

const sectorBytes = 512;
const [endOfChain, tableMark, freeMark] = [0xfffffffe, 0xfffffffd, 0xffffffff];

/** A compound file as old Office and Windows Installer write it: header, allocation table, then the directory of streams. */
export function makeCompound(names: readonly string[], rootClass = Buffer.alloc(16)): Buffer {
  const entries = ['Root Entry', ...names].map((name, index) => {
    const entry = Buffer.alloc(128);
    entry.write(name, 0, 'utf16le');
    entry.writeUInt16LE((name.length + 1) * 2, 64);
    entry.writeUInt8(index === 0 ? 5 : 2, 66);
    entry.writeUInt32LE(endOfChain, 116);
    return entry;
  });
  rootClass.copy(entries[0] ?? Buffer.alloc(0), 80);
  const sectors = Math.ceil((entries.length * 128) / sectorBytes);
  const directory = Buffer.concat([...entries, Buffer.alloc(sectors * sectorBytes - entries.length * 128)]);
  const header = Buffer.alloc(sectorBytes, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(sectorBytes);
  for (let at = 0; at < sectorBytes / 4; at += 1)
    table.writeUInt32LE(at === 0 ? tableMark : at < sectors ? at + 1 : at === sectors ? endOfChain : freeMark, at * 4);
  return Buffer.concat([header, table, directory]);
}

function makeProgram(): Buffer {
  const bytes = Buffer.alloc(600);
  bytes.write('MZ', 0);
  bytes.writeUInt32LE(128, 60);
  bytes.write('PE\0\0', 128, 'latin1');
  return bytes;
}

function makeDiskImage(): Buffer {
  const bytes = Buffer.alloc(2048);
  bytes.write('koly', 1536);
  bytes.writeUInt32BE(4, 1540);
  bytes.writeUInt32BE(512, 1544);
  return bytes;
}

const types = { '[Content_Types].xml': '<Types/>' };

/** Small valid documents by type. */
export const documents = {
  pdf: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
  docx: makeZip({ ...types, 'word/document.xml': '<w:document/>' }),
  xlsx: makeZip({ ...types, 'xl/workbook.xml': '<workbook/>' }),
  pptx: makeZip({ ...types, 'ppt/presentation.xml': '<p:presentation/>' }),
  epub: makeZip({ mimetype: 'application/epub+zip', 'META-INF/container.xml': '<container/>' }),
  zip: makeZip({ '课件/第一讲.txt': '一二三四五六七八九十'.repeat(200), '说明.md': '# 说明' }),
  docm: makeZip({ ...types, 'word/document.xml': '<w:document/>', 'word/vbaProject.bin': 'macro' }),
  doc: makeCompound(['1Table', 'WordDocument', '\x05SummaryInformation', '\x05DocumentSummaryInformation', 'Data']),
  xls: makeCompound(['Workbook']),
  xls95: makeCompound(['Book']),
  ppt: makeCompound(['Current User', 'PowerPoint Document']),
  /** A document with macros, and a password-protected one. */
  docWithMacros: makeCompound(['WordDocument', 'Macros', 'VBA']),
  locked: makeCompound(['EncryptionInfo', 'EncryptedPackage']),
  msi: makeCompound(['Table'], Buffer.from('84100c0000000000c000000000000046', 'hex')),
  apk: makeZip({ 'AndroidManifest.xml': 'binary', 'classes.dex': 'dex', 'resources.arsc': 'table' }),
  program: makeProgram(),
  dmg: makeDiskImage(),
  pkg: Buffer.concat([Buffer.from('xar!\0\x1c\0\x01', 'latin1'), Buffer.alloc(100)]),
  txt: Buffer.from('第一讲 讲义\r\n\t先看视频，再做练习。\n'),
  /** 第一讲 in the encoding of older Chinese systems. */
  gbk: Buffer.from([0xb5, 0xda, 0xd2, 0xbb, 0xbd, 0xb2, 0x0d, 0x0a]),
  md: Buffer.from('# 第一讲\n\n- 要点\n'),
  html: Buffer.from('\uFEFF <!DOCTYPE html><html><script>alert(1)</script></html>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  exe: Buffer.concat([
    Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0', 'latin1'),
    Buffer.alloc(200),
    Buffer.from('This program cannot be run in DOS mode.'),
  ]),
} as const;
