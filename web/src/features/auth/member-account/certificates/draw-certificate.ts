import QRCode from 'qrcode';
import type { Certificate } from '@kaike/shared/contracts/auth/account';
import { formatSpan } from '@kaike/shared/kit/format';
import type { Translate } from '@kaike/shared/kit/wording';
import { quiet, write, writeBlock, type Brush, type Inks } from './canvas-text.ts';

/** A4 at 200 dots per inch. */
export const pageSize = { width: 1654, height: 2339 };
const margin = 170;
const maxLines = 14;
function drawFrame(brush: Brush, { inks }: Drawing): void {
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, pageSize.width, pageSize.height);
  brush.strokeStyle = inks.primary;
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
  inks: Inks;
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
  for (const course of certificate.courses.slice(0, maxLines)) {
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
  drawFrame(brush, drawing);
  write(brush, drawing.t('account.certificate.heading'), {
    x: pageSize.width / 2,
    y: 360,
    size: 92,
    bold: true,
    color: drawing.inks.primary,
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
