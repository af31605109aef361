import { posterCode, posterSize } from '../../../../ui/cover/cards/poster.tsx';

const scale = 3;

async function loadPicture(url: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  return picture;
}

/** The poster as the address of a picture with the QR code on it: WeChat saves and reads pictures only. */
export async function drawPoster(poster: SVGSVGElement, code: string): Promise<string> {
  const copy = poster.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(posterSize.width * scale));
  copy.setAttribute('height', String(posterSize.height * scale));
  // A picture of its own knows no style sheet.
  copy.style.fontFamily = getComputedStyle(poster).fontFamily;
  const source = new XMLSerializer().serializeToString(copy);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [posterSize.width * scale, posterSize.height * scale];
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('this browser cannot draw');
  brush.drawImage(await loadPicture(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`), 0, 0);
  const { x, y, size } = posterCode;
  brush.drawImage(await loadPicture(code), x * scale, y * scale, size * scale, size * scale);
  return canvas.toDataURL('image/png');
}
