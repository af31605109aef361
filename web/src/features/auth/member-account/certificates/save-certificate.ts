import { PDFDocument } from 'pdf-lib';

/** A4 in points. */
const a4: [number, number] = [595.28, 841.89];

async function toJpeg(canvas: HTMLCanvasElement): Promise<ArrayBuffer> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  if (!blob) throw new Error('no picture');
  return blob.arrayBuffer();
}

/** Puts the drawing on an A4 PDF page and downloads it. */
export async function saveCertificate(
  canvas: HTMLCanvasElement,
  { title, name }: { title: string; name: string },
): Promise<void> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(title);
  const picture = await pdf.embedJpg(await toJpeg(canvas));
  pdf.addPage(a4).drawImage(picture, { x: 0, y: 0, width: a4[0], height: a4[1] });
  const bytes = await pdf.save();
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
