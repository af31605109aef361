import accountWords from 'virtual:locale/account';
import type { Certificate } from '@kaike/shared/contracts/auth/account';
import { formatDay } from '@kaike/shared/kit/format';
import { useConfig, useSchoolName } from '../../../../app/config.ts';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';
import { useLocale } from '../../../../app/wording.ts';
import { coloursOf } from '../../../../ui/theme-colours.ts';
import type { Diploma } from './draw-diploma.ts';

export type DrawnCertificate = { certificate: Certificate; canvas: HTMLCanvasElement; url: string; text: string };

/** Where anybody can check a certificate. */
export const linkOf = (code: string): string => `${location.origin}/open/certificates/${code}`;

/** What the drawings of a certificate need besides it. */
export function useDiploma(): (certificate: Certificate) => Diploma {
  const t = accountWords.useT();
  const school = useSchoolName();
  const locale = useLocale();
  // Paper has the school's colour, whichever this reader has chosen for the screen.
  const theme = useConfig((state) => state.config?.theme ?? '');
  const day = (date: string): string => formatDay(date, { locale });
  return (certificate) => ({
    certificate,
    school,
    link: linkOf(certificate.code),
    time: day(certificate.issued_at),
    t,
    locale,
    inks: coloursOf(theme),
    from: certificate.course ? day(certificate.course.started_on) : '',
    to: certificate.course ? day(certificate.course.finished_on) : '',
  });
}

/** Draws a certificate, now or long after it was issued, with the signed content. */
export function useDrawing(): (certificate: Certificate) => Promise<DrawnCertificate> {
  const describe = useDiploma();
  return async (certificate) => {
    const drawing = describe(certificate);
    if (certificate.course) {
      const { drawDiploma, diplomaText } = await loadChunk(() => import('./draw-diploma.ts'));
      const canvas = await drawDiploma(drawing);
      return { certificate, canvas, url: canvas.toDataURL('image/jpeg', 0.8), text: diplomaText(drawing) };
    }
    const { drawCertificate, bodyOf } = await loadChunk(() => import('./draw-certificate.ts'));
    const canvas = await drawCertificate(drawing);
    return { certificate, canvas, url: canvas.toDataURL('image/jpeg', 0.8), text: bodyOf(drawing) };
  };
}
