import type { Handout } from '@kaike/shared/contracts/cards/agency-desk';
import { saveBlob } from '../../../../kit/transfer/xlsx.ts';

const [width, height, margin, codeSize] = [1080, 1350, 80, 620] as const;
const sans = 'system-ui, "PingFang SC", "Microsoft YaHei", sans-serif';

const loadPicture = async (url: string): Promise<HTMLImageElement> => {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  return picture;
};

/** Saves the card as a picture for a chat: product, code, QR code. Always on white, whatever the theme. */
export async function saveCardPicture(card: Handout, qr: string, note: string): Promise<void> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.textAlign = 'center';
  const write = (text: string, { y, font, colour }: { y: number; font: string; colour: string }): void => {
    pen.font = font;
    pen.fillStyle = colour;
    pen.fillText(text, width / 2, y, width - 2 * margin);
  };
  write(card.product, { y: 170, font: `600 60px ${sans}`, colour: '#1c1e26' });
  pen.drawImage(await loadPicture(qr), (width - codeSize) / 2, 250, codeSize, codeSize);
  write(card.secret, { y: 1010, font: '700 68px ui-monospace, Menlo, Consolas, monospace', colour: '#1c1e26' });
  write(note, { y: 1120, font: `400 36px ${sans}`, colour: '#5b5e6a' });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob) saveBlob(blob, `${card.card_no}.png`);
}
