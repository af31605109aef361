const page = { width: 595, height: 842, margin: 64 };
const firstLine = 640;
const gap = 34;
const sentences = ['Topic:', 'Because:', 'For example:', 'So:'];
const rowsPerSentence = 4;

const text = (size: number, x: number, y: number, words: string): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${words}) Tj ET`;
const rule = (y: number): string => `${page.margin} ${y} m ${page.width - page.margin} ${y} l S`;

function drawPage(): string {
  const rows = sentences.flatMap((label, place) => {
    const top = firstLine - place * rowsPerSentence * gap;
    return [
      text(11, page.margin, top + 10, label),
      ...Array.from({ length: rowsPerSentence - 1 }, (_, row) => rule(top - row * gap - 8)),
    ];
  });
  return [
    '0.14 0.28 0.77 rg',
    text(24, page.margin, 752, 'Four sentences, one paragraph'),
    '0.36 0.37 0.42 rg',
    text(11, page.margin, 722, 'Write one sentence for each step. Then read it aloud.'),
    text(11, page.margin, 692, 'Name ______________________   Date ______________'),
    '0.8 0.84 0.96 RG 0.8 w',
    ...rows,
  ].join('\n');
}

/** A worksheet to write on, as a PDF with a font that every reader has. */
export function makeWorksheet(): Buffer {
  const stream = drawPage();
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((body, index) => {
    const start = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return start;
  });
  const start = file.length;
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  );
}
