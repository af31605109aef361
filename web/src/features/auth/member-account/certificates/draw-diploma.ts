import QRCode from 'qrcode';
import { formatSpan } from '@kaike/shared/kit/format';
import { sealWords } from '../../../../ui/paper/seal-plan.ts';
import { quiet, write, writeBlock, type Brush } from './canvas-text.ts';
import { pageSize, type Drawing } from './draw-certificate.ts';
import { drawSeal, drawSquares, sheet } from './draw-marks.ts';

const margin = 252;
const inner = pageSize.width - 2 * margin;
const center = pageSize.width / 2;

/** How a diploma is dated: the first and the last day of the course. */
export type Diploma = Drawing & { from: string; to: string };

/** What the diploma says, in one sentence; on paper the name stands above it. */
export function diplomaText(
  { certificate, school, t, locale, from, to }: Diploma,
  isNamed = certificate.name !== '',
): string {
  const [course] = certificate.courses;
  return t(isNamed ? 'account.certificate.diploma' : 'account.certificate.diploma_unnamed', {
    name: certificate.name,
    no: certificate.member_no,
    school,
    from,
    to,
    title: course?.title ?? '',
    lessons: certificate.lesson_count,
    spent: formatSpan(certificate.study_sec, locale),
  });
}

function drawFrame(brush: Brush, { inks }: Diploma): void {
  brush.fillStyle = sheet;
  brush.fillRect(0, 0, pageSize.width, pageSize.height);
  brush.strokeStyle = inks.primary;
  brush.lineWidth = 6;
  brush.strokeRect(60, 60, pageSize.width - 120, pageSize.height - 120);
  brush.lineWidth = 2;
  brush.strokeRect(76, 76, pageSize.width - 152, pageSize.height - 152);
}

function drawHead(brush: Brush, { certificate, school, t, inks }: Diploma): void {
  const middle = { x: center, align: 'center', voice: true } as const;
  write(brush, school, { ...middle, y: 290, size: 44, color: inks.primary, bold: true });
  // Chinese titles are set wide; letters of other languages would fall apart.
  const heading = t('account.certificate.diploma_heading');
  write(brush, /\p{Script=Han}/u.test(heading) ? [...heading].join('\u2002') : heading, {
    ...middle,
    y: 520,
    size: 136,
    bold: true,
  });
  write(brush, `${t('account.certificate.code')} ${certificate.code}`, { ...middle, y: 640, size: 30, color: quiet });
}

async function drawFoot(brush: Brush, { certificate, school, link, time, t, inks }: Diploma): Promise<void> {
  const teacher = certificate.course?.teacher ?? '';
  if (teacher !== '') {
    write(brush, teacher, { x: margin, y: 1740, size: 52, color: inks.primary, voice: true });
    write(brush, t('account.certificate.teacher'), { x: margin, y: 1806, size: 30, color: quiet, voice: true });
  }
  const right = { x: pageSize.width - margin - 130, align: 'right', size: 36, voice: true } as const;
  write(brush, school, { ...right, y: 1748 });
  write(brush, time, { ...right, y: 1812 });
  drawSeal(brush, sealWords(school), { x: pageSize.width - margin - 124, y: 1630, size: 236 });
  const code = document.createElement('canvas');
  await QRCode.toCanvas(code, link, { width: 164, margin: 0, color: { light: sheet }, errorCorrectionLevel: 'M' });
  brush.drawImage(code, margin, 1960, 164, 164);
  writeBlock(brush, t('account.certificate.scan_long'), {
    x: margin + 200,
    y: 2030,
    size: 28,
    color: quiet,
    width: inner - 200,
    leading: 46,
  });
}

/** A course's certificate on A4: double frame, Song title, one square per lesson, seal over the date. */
export async function drawDiploma(diploma: Diploma): Promise<HTMLCanvasElement> {
  const canvas = Object.assign(document.createElement('canvas'), pageSize);
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('this browser cannot draw');
  drawFrame(brush, diploma);
  drawHead(brush, diploma);
  const { certificate, inks } = diploma;
  const { name, lesson_count: lessons } = certificate;
  if (name !== '') {
    write(brush, name, { x: center, y: 860, size: 72, color: inks.primary, bold: true, align: 'center', voice: true });
    brush.fillStyle = quiet;
    brush.fillRect(center - 240, 892, 480, 2);
  }
  writeBlock(brush, diplomaText(diploma, false), {
    x: margin,
    y: 1010,
    size: 44,
    width: inner,
    leading: 92,
    voice: true,
  });
  drawSquares(brush, lessons, { x: margin, y: 1390, width: inner, most: 130, inks });
  await drawFoot(brush, diploma);
  return canvas;
}
