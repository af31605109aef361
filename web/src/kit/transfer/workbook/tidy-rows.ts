/** Element names may have a prefix: `<x:row>`. */
const aRow = /<((?:\w+:)?)row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/\1row>)/g;
/** The same in half the time, for the rows that a style filled down to the end of a sheet leaves. */
const styledRows = /<row\b[^>]*?\sr="\d+"[^>]*(?:\/>|>(?:<c\s[^>]*?\br="[^>]*\/>)*<\/row>)/g;
const startOfRow = /<(?:\w+:)?row\b/y;
const emptyCells = /<((?:\w+:)?)c\b[^>]*?(?:\/>|>\s*(?:(?:<\1v\s*\/>|<\1v>\s*<\/\1v>)\s*)?<\/\1c>)/g;
/** A formula of text whose result was not stored; with its type it would pass for an empty text. */
const withoutResult = /<((?:\w+:)?)c\b([^>]*)\st="str"([^>]*>\s*<\1f\b(?:[^>]*\/>|[^>]*>[^<]*<\/\1f>)\s*<\/\1c>)/g;
const aCell = /<(?:\w+:)?c\b/;
const cellWithoutPlace = /<(?:\w+:)?c(?![^>]*\sr=)[\s/>]/;

/** The row without its empty cells, '' when nothing is left. What has no place of its own stands behind its neighbour, so it stays. */
function tidyRow(row: string, attributes: string, content = ''): string {
  if (!/\br=/.test(attributes) || cellWithoutPlace.test(content)) return row;
  const filled = content.replace(emptyCells, '').replace(withoutResult, '<$1c$2$3');
  if (!aCell.test(filled)) return '';
  const start = row.indexOf('>') + 1;
  return `${row.slice(0, start)}${filled}${row.slice(start + content.length)}`;
}

/** Where the last row begins: what stands before it is whole. Searched from the end, as a sheet has a million of them. */
function lastStart(xml: string): number {
  for (let at = xml.lastIndexOf('<'); at > 0; at = xml.lastIndexOf('<', at - 1)) {
    startOfRow.lastIndex = at;
    if (startOfRow.test(xml)) return at;
  }
  return 0;
}

/** Number of the last row and column of a row of cells, from 1; zeros where it does not say. */
function lastPlace(row: string): { line: number; column: number } {
  const [, letters = '', digits = '0'] = /^ r="([A-Z]+)(\d+)"/i.exec(row.slice(row.lastIndexOf(' r="'))) ?? [];
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { line: Number(digits), column };
}

export type RowTidier = {
  take: (piece: string) => string;
  end: () => string;
  /** Rows that stayed so far. */
  rows: () => number;
  /** Cells of the rectangle around what stayed so far. */
  area: () => number;
};

/**
 * Takes the XML of a worksheet piece by piece and leaves out cells and rows that hold nothing but a style, which may reach to the
 * last row and column of a sheet.
 */
export function rowTidier(): RowTidier {
  let rest = '';
  let rows = 0;
  const last = { line: 0, column: 0 };
  const tidy = (xml: string): string =>
    xml.replace(styledRows, '').replace(aRow, (row: string, _prefix: string, attributes: string, content?: string) => {
      const tidied = tidyRow(row, attributes, content);
      if (tidied === '') return '';
      rows += 1;
      const place = lastPlace(tidied);
      last.line = Math.max(last.line, place.line);
      last.column = Math.max(last.column, place.column);
      return tidied;
    });
  return {
    take: (piece) => {
      const xml = rest + piece;
      const start = lastStart(xml);
      rest = xml.slice(start);
      return tidy(xml.slice(0, start));
    },
    end: () => tidy(rest),
    rows: () => rows,
    area: () => last.line * last.column,
  };
}
