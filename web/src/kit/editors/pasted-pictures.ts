/** Pasted HTML whose pictures are part of it, and those that no page can show. */
export type PastedText = {
  /** Pictures that came along as data, each with its place. */
  pictures: { place: HTMLImageElement; file: File }[];
  /** Pictures that stay on the computer they were copied from; they are taken out. */
  lost: number;
  body: HTMLElement;
};

const dataUrl = /^data:(image\/(png|jpe?g|gif|webp|bmp));base64,([\sA-Za-z\d+/=]+)$/i;
/** What a page of this site can show: other addresses are of files, mails and the program they were copied from. */
const reachable = /^(?:https?:)?\/\/|^\/(?!\/)/i;

function fileOf(src: string): File | null {
  const [, type = '', ending = '', data = ''] = dataUrl.exec(src) ?? [];
  if (data === '') return null;
  try {
    const bytes = Uint8Array.from(atob(data.replace(/\s/g, '')), (sign) => sign.charCodeAt(0));
    return new File([bytes], `picture.${ending.toLowerCase()}`, { type: type.toLowerCase() });
  } catch {
    return null; // Not base64 after all.
  }
}

/** Splits pasted HTML into its text, the pictures to upload, and the number of those that cannot be had. */
export function parsePasted(html: string): PastedText {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const pictures: PastedText['pictures'] = [];
  let lost = 0;
  for (const place of body.querySelectorAll('img')) {
    const src = place.getAttribute('src')?.trim() ?? '';
    const file = fileOf(src);
    if (file) pictures.push({ place, file });
    else if (!reachable.test(src)) {
      place.remove();
      lost += 1;
    }
  }
  return { pictures, lost, body };
}

/** Puts uploaded pictures in their places; answers how many of all are lost. */
export async function uploadPasted(
  { pictures, lost }: PastedText,
  upload: (file: File) => Promise<string>,
): Promise<number> {
  let failed = lost;
  for (const { place, file } of pictures) {
    try {
      place.setAttribute('src', await upload(file));
    } catch {
      place.remove();
      failed += 1;
    }
  }
  return failed;
}
