import fieldWords from 'virtual:locale/kit_fields';
import { parseCoverStyle } from '@kaike/shared/domain/catalog/covers/cover-style';
import type { FieldKind } from '@kaike/shared/kit/field';
import { formatBytes, truncate } from '@kaike/shared/kit/format';
import type { FileLink } from '../resource-view.ts';
import { SpriteIcon } from '../icons/sprite-icon.tsx';

/** Shown without markup: headings and pictures do not belong in a list. */
const plainOf = (html: string): string =>
  new DOMParser()
    .parseFromString(html.replace(/<\/(?:p|h\d|li|tr)>/g, ' $&'), 'text/html')
    .body.textContent?.replace(/\s+/g, ' ')
    .trim() ?? '';
const nameOf = (url: string): string => decodeURIComponent(url.split('/').at(-1) ?? url);

/** Colour, motif and layout of a drawn cover, by their names. */
function CoverStyleText({ value }: { value: string }) {
  const t = fieldWords.useT();
  const { color, motif, layout } = parseCoverStyle(value, '');
  const parts = [`color.names.${color}`, `cover_style.motifs.${motif}`, `cover_style.layouts.${layout}`];
  return parts.map((part) => t(`kit_fields.${part}`)).join(' · ');
}

/** A cell of the kinds that few lists show. */
export function LazyCell({ kind, value, file }: { kind: FieldKind; value: unknown; file?: FileLink | undefined }) {
  if (kind === 'file' && file)
    return (
      <a href={file.url} download={file.name} title={`${file.name}（${formatBytes(file.size)}）`}>
        {truncate(file.name, 40)}
      </a>
    );
  if (Array.isArray(value))
    return (
      <>
        {value.slice(0, 3).map((url) => (
          <img key={String(url)} className="kk-thumb" src={String(url)} alt="" loading="lazy" />
        ))}
        {value.length > 3 ? ` +${value.length - 3}` : null}
      </>
    );
  const text = String(value);
  if (kind === 'rich_text') return truncate(plainOf(text), 60);
  if (kind === 'cover_style') return <CoverStyleText value={text} />;
  if (kind === 'icon')
    return (
      <span className="kk-number">
        <SpriteIcon name={text} size={18} /> {text}
      </span>
    );
  if (kind === 'color')
    return (
      <span className="kk-number">
        <svg width="14" height="14" aria-hidden="true">
          <rect width="14" height="14" rx="3" fill={text} stroke="var(--border)" />
        </svg>{' '}
        {text}
      </span>
    );
  if (kind === 'url' || kind === 'file') {
    const isSafe = /^(?:https?:\/\/|\/(?!\/))/i.test(text);
    const label = truncate(kind === 'file' ? nameOf(text) : text.replace(/^https?:\/\//, ''), 40);
    return isSafe ? (
      <a href={text} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    ) : (
      label
    );
  }
  return truncate(text, 60);
}
