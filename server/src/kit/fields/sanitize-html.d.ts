declare module 'sanitize-html' {
  type Attributes = Record<string, string>;
  type Tag = { tagName: string; attribs: Attributes };
  type Options = {
    allowedTags?: readonly string[];
    allowedAttributes?: Record<string, readonly string[]>;
    allowedStyles?: Record<string, Record<string, readonly RegExp[]>>;
    allowedSchemes?: readonly string[];
    allowedSchemesByTag?: Record<string, readonly string[]>;
    allowProtocolRelative?: boolean;
    disallowedTagsMode?: 'discard' | 'completelyDiscard' | 'escape';
    nonTextTags?: readonly string[];
    nestingLimit?: number;
    transformTags?: Record<string, (name: string, attributes: Attributes) => Tag>;
    exclusiveFilter?: (frame: { tag: string; attribs: Attributes; text: string }) => boolean;
  };
  export default function sanitizeHtml(dirty: string, options?: Options): string;
}
