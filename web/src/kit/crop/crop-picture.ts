export type CropArea = { x: number; y: number; width: number; height: number };

const side = 512;

async function open(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

/** The chosen square of a picture, at most 512 pixels wide. */
export async function cropPicture(url: string, area: CropArea): Promise<Blob> {
  const image = await open(url);
  const canvas = document.createElement('canvas');
  const size = Math.min(side, Math.round(area.width));
  canvas.width = size;
  canvas.height = size;
  canvas.getContext('2d')?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, size, size);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}
