import { crc32, deflateRawSync } from 'node:zlib';

type Entry = { name: string; bytes: Buffer; is_stored: boolean };

function localHeader({ name, bytes, is_stored: isStored }: Entry): { header: Buffer; body: Buffer } {
  const body = isStored ? bytes : deflateRawSync(bytes);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(isStored ? 0 : 8, 8);
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

/** A zip as archivers write it, of files by name. The first is stored, the others are deflated. */
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

const types = { '[Content_Types].xml': '<Types/>' };

/** Small whole documents by their type. */
export const documents = {
  pdf: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  docx: makeZip({ ...types, 'word/document.xml': '<w:document/>' }),
  xlsx: makeZip({ ...types, 'xl/workbook.xml': '<workbook/>' }),
  pptx: makeZip({ ...types, 'ppt/presentation.xml': '<p:presentation/>' }),
  epub: makeZip({ mimetype: 'application/epub+zip', 'META-INF/container.xml': '<container/>' }),
  zip: makeZip({ '课件/第一讲.txt': '一二三四五六七八九十'.repeat(200), '说明.md': '# 说明' }),
  docm: makeZip({ ...types, 'word/document.xml': '<w:document/>', 'word/vbaProject.bin': 'macro' }),
  txt: Buffer.from('第一讲 讲义\r\n\t先看视频，再做练习。\n'),
  /** 第一讲 in the encoding of older Chinese systems. */
  gbk: Buffer.from([0xb5, 0xda, 0xd2, 0xbb, 0xbd, 0xb2, 0x0d, 0x0a]),
  md: Buffer.from('# 第一讲\n\n- 要点\n'),
  html: Buffer.from('\uFEFF <!DOCTYPE html><html><script>alert(1)</script></html>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  exe: Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0', 'latin1'), Buffer.alloc(200), Buffer.from('This program cannot be run in DOS mode.')]),
} as const;
