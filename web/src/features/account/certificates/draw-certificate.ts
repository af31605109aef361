import QRCode from 'qrcode';
import type { Certificate } from '@kaike/shared/contracts/account';
import { formatSpan } from '@kaike/shared/kit/format';
import type { Translate } from '@kaike/shared/kit/wording';

/** A4 at 200 dots per inch. */
export const pageSize = { width: 1654, height: 2339 };
const margin = 170;
const most = 14;
const ink = '#1a2230';
const quiet = '#5b6675';
const accent = '#2347c5';
const fonts = "system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

type Brush = CanvasRenderingContext2D;
type Line = { x: number; y: number; size: number; color?: string; bold?: boolean; align?: CanvasTextAlign };

function setFont(brush: Brush, { size, color = ink, bold = false, align = 'left' }: Omit<Line, 'x' | 'y'>): void {
  brush.font = `${bold ? 600 : 400} ${size}px ${fonts}`;
  brush.fillStyle = color;
  brush.textAlign = align;
}

function write(brush: Brush, text: string, line: Line): void {
  setFont(brush, line);
  brush.fillText(text, line.x, line.y);
}

/** Breaks a text into lines: between Latin words, anywhere in Chinese. */
function wrap(brush: Brush, text: string, width: number): string[] {
  const lines = [''];
  for (const piece of text.match(/[\w.,:;'’@()-]+|\s+|./gu) ?? []) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && brush.measureText(last + piece).width > width) lines.push(piece.trimStart());
    else lines[lines.length - 1] = last + piece;
  }
  return lines;
}

function writeBlock(
  brush: Brush,
  text: string,
  line: Line & { width: number; leading: number; most?: number },
): number {
  setFont(brush, line);
  const lines = wrap(brush, text, line.width).slice(0, line.most ?? 20);
  for (const [index, one] of lines.entries()) brush.fillText(one, line.x, line.y + index * line.leading);
  return line.y + lines.length * line.leading;
}

function drawFrame(brush: Brush): void {
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, pageSize.width, pageSize.height);
  brush.strokeStyle = accent;
  brush.lineWidth = 6;
  brush.strokeRect(70, 70, pageSize.width - 140, pageSize.height - 140);
  brush.lineWidth = 2;
  brush.strokeRect(88, 88, pageSize.width - 176, pageSize.height - 176);
}

export type Drawing = {
  certificate: Certificate;
  school: string;
  link: string;
  time: string;
  t: Translate;
  locale: string;
};

/** The values of the sentence about what was studied. */
export function bodyOf({ certificate, school, time, t, locale }: Drawing): string {
  return t(certificate.name === '' ? 'account.certificate.body_unnamed' : 'account.certificate.body', {
    time,
    name: certificate.name,
    no: certificate.member_no,
    school,
    spent: formatSpan(certificate.study_sec, locale),
    lessons: certificate.lesson_count,
  });
}

function drawCourses(brush: Brush, { certificate, t, locale }: Drawing, top: number): void {
  const width = pageSize.width - 2 * margin;
  let y = top;
  write(brush, t('account.certificate.courses'), { x: margin, y, size: 38, bold: true });
  y += 70;
  for (const course of certificate.courses.slice(0, most)) {
    const text = t('account.certificate.course', {
      title: course.title,
      lessons: course.lessons_done,
      spent: formatSpan(course.study_sec, locale),
    });
    y = writeBlock(brush, text, { x: margin, y, size: 32, color: quiet, width, leading: 46, most: 1 }) + 6;
  }
}

async function drawFooter(brush: Brush, { certificate, link, time, school, t }: Drawing): Promise<void> {
  const side = 260;
  const top = pageSize.height - margin - side - 40;
  const code = document.createElement('canvas');
  await QRCode.toCanvas(code, link, { width: side, margin: 0, errorCorrectionLevel: 'M' });
  const left = pageSize.width - margin - side;
  brush.drawImage(code, left, top, side, side);
  write(brush, t('account.certificate.scan'), {
    x: left + side / 2,
    y: top + side + 46,
    size: 26,
    color: quiet,
    align: 'center',
  });
  write(brush, school, { x: margin, y: top + 60, size: 40, bold: true });
  write(brush, `${t('account.certificate.issued')}  ${time}`, { x: margin, y: top + 130, size: 30, color: quiet });
  write(brush, `${t('account.certificate.code')}  ${certificate.code}`, {
    x: margin,
    y: top + 186,
    size: 30,
    color: quiet,
  });
}

/** Draws the record on a canvas with the device's fonts, so that every name can be rendered. */
export async function drawCertificate(drawing: Drawing): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  canvas.width = pageSize.width;
  canvas.height = pageSize.height;
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('this browser cannot draw');
  drawFrame(brush);
  write(brush, drawing.t('account.certificate.heading'), {
    x: pageSize.width / 2,
    y: 360,
    size: 92,
    bold: true,
    color: accent,
    align: 'center',
  });
  const end = writeBlock(brush, bodyOf(drawing), {
    x: margin,
    y: 540,
    size: 42,
    width: pageSize.width - 2 * margin,
    leading: 76,
  });
  if (drawing.certificate.courses.length > 0) drawCourses(brush, drawing, end + 60);
  await drawFooter(brush, drawing);
  return canvas;
}
