import QRCode from 'qrcode';
import { formatSpan } from '@kaike/shared/kit/format';
import type { Translate } from '@kaike/shared/kit/wording';
import { quiet, write, writeBlock, type Inks } from './canvas-text.ts';
import { drawSeal, drawSquares, mark, sheet } from './draw-marks.ts';

const size = { width: 1080, height: 1440 };
const foot = 1176;
const hundred = [
  'M16 52C30 42 38 32 44 18C42 60 40 96 39 134',
  'M118 24C96 16 74 44 72 82C70 112 82 128 96 128C122 128 136 90 132 56C129 34 118 22 104 28',
  'M208 14C184 8 164 36 163 72C162 102 174 116 188 116C214 116 228 78 224 46C221 24 210 12 196 18',
  'M14 152C80 136 150 126 228 126',
  'M44 168C96 156 150 150 206 150',
];

/** What the picture says of a finished course. */
export type Share = {
  /** Whose it is; may be empty. */
  name: string;
  title: string;
  lesson_count: number;
  study_sec: number;
  teacher: string;
  /** Where its code leads, and the key of the words beside it. */
  link: string;
  scan: string;
};
type Paper = { school: string; t: Translate; locale: string; inks: Inks };

/** A picture to share, 3:4: a hundred twice underlined, the course, its squares, and a code. */
export async function drawShare(share: Share, { school, t, locale, inks }: Paper): Promise<HTMLCanvasElement> {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('this browser cannot draw');
  brush.fillStyle = sheet;
  brush.fillRect(0, 0, size.width, size.height);
  const middle = { x: size.width / 2, align: 'center', voice: true } as const;
  // Without a name nothing is before the school.
  write(brush, t('account.certificate.share_head', { name: share.name, school }).trim(), {
    ...middle,
    y: 130,
    size: 40,
    color: quiet,
  });
  brush.save();
  brush.translate(310, 190);
  brush.scale(1.8, 1.8);
  brush.strokeStyle = mark;
  brush.lineWidth = 8;
  brush.lineCap = 'round';
  brush.lineJoin = 'round';
  for (const path of hundred) brush.stroke(new Path2D(path));
  brush.restore();
  const end = writeBlock(brush, t('account.finish.title', { title: share.title }), {
    ...middle,
    y: 640,
    size: 60,
    bold: true,
    width: size.width - 200,
    leading: 84,
    most: 2,
  });
  const count = share.lesson_count;
  write(brush, t('account.finish.all', { count }), { ...middle, y: end, size: 48, bold: true });
  drawSquares(brush, count, { x: 90, y: end + 56, width: size.width - 180, most: 92, inks });
  const facts = [formatSpan(share.study_sec, locale), share.teacher].filter(Boolean);
  write(brush, facts.join(' · '), { ...middle, y: end + 256, size: 36, color: quiet });
  brush.fillStyle = '#e5e2da';
  brush.fillRect(0, foot, size.width, 2);
  const code = document.createElement('canvas');
  await QRCode.toCanvas(code, share.link, {
    width: 184,
    margin: 0,
    color: { light: sheet },
    errorCorrectionLevel: 'M',
  });
  brush.drawImage(code, 70, foot + 40, 184, 184);
  write(brush, school, { x: 300, y: foot + 118, size: 42, bold: true, color: inks.primary });
  write(brush, t(share.scan), { x: 300, y: foot + 178, size: 34, color: quiet });
  drawSeal(brush, t('account.finish.seal'), { x: 850, y: foot + 46, size: 164 });
  return canvas;
}

/** Downloads the picture. */
export async function savePicture(canvas: HTMLCanvasElement, name: string): Promise<void> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('no picture');
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
