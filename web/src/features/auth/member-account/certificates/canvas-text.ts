export const ink = '#1c1e26';
export const quiet = '#5b5e6a';
/** What a book or a diploma says; where no good Song face exists, the system's sans. */
const voice =
  "'Songti SC', 'Noto Serif CJK SC', 'Noto Serif SC', 'Source Han Serif SC', system-ui, 'PingFang SC', sans-serif";
const sans = "system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

/** The school's colour on paper: strong for lines and names, soft for grounds. */
export type Inks = { primary: string; soft: string };

export type Brush = CanvasRenderingContext2D;
export type CanvasLine = {
  x: number;
  y: number;
  size: number;
  color?: string;
  bold?: boolean;
  align?: CanvasTextAlign;
  voice?: boolean;
};

export function setFont(
  brush: Brush,
  { size, color = ink, bold = false, align = 'left', voice: isVoice = false }: Omit<CanvasLine, 'x' | 'y'>,
): void {
  brush.font = `${bold ? (isVoice ? 700 : 600) : 400} ${size}px ${isVoice ? voice : sans}`;
  brush.fillStyle = color;
  brush.textAlign = align;
}

export function write(brush: Brush, text: string, line: CanvasLine): void {
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

export function writeBlock(
  brush: Brush,
  text: string,
  line: CanvasLine & { width: number; leading: number; most?: number },
): number {
  setFont(brush, line);
  const lines = wrap(brush, text, line.width).slice(0, line.most ?? 20);
  for (const [index, one] of lines.entries()) brush.fillText(one, line.x, line.y + index * line.leading);
  return line.y + lines.length * line.leading;
}
