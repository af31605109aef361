export type CropArea = { x: number; y: number; width: number; height: number };

/** What is cropped from a picture: its ratio, the maximum width in pixels, and the output format. */
export type CropShape = { aspect: number; is_round: boolean; most_pixels: number; type: 'image/png' | 'image/jpeg' };

/** An avatar: a square that is shown round. */
export const avatarShape: CropShape = { aspect: 1, is_round: true, most_pixels: 512, type: 'image/png' };

const jpegQuality = 0.95;

async function open(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  const loaded = new Promise<void>((resolve, reject) => {
    image.onload = () => resolve();
    image.onerror = () => reject(new Error('no picture'));
  });
  image.src = url;
  await loaded;
  return image;
}

/** The selected part of a picture in its shape, never enlarged. */
export async function cropPicture(
  url: string,
  area: CropArea,
  { aspect, most_pixels: most, type }: CropShape,
): Promise<Blob> {
  const image = await open(url);
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(most, Math.round(area.width));
  canvas.height = Math.round(canvas.width / aspect);
  const pen = canvas.getContext('2d');
  if (type === 'image/jpeg' && pen) {
    // Transparent pixels would turn black.
    pen.fillStyle = '#ffffff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
  }
  pen?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), type, jpegQuality);
  });
}
