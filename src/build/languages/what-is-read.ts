/** What of a source people read: by how it reads, and by where it stands. */
export const hasLetters = (text: string): boolean => /\p{L}/u.test(text);
/** “Sold out”, “Add {count} more”, “up to 3 kits”; not “sold_out”, “data-key” or “https://…”. */
export const readsLikeWords = (text: string): boolean =>
  /^\P{L}*\p{Lu}[\p{Ll}’']*(?:[ ,.!?:;…]|$)/u.test(text.trim())
    ? /\p{Ll}|^I /u.test(text)
    : /\p{Ll}[,.:;!?)’”]* +[({“‘]?[\p{L}{]|[}\d] +\p{Ll}{2}/u.test(text);
/** Markup and styles in a string are left to the code. */
export const isPlain = (text: string): boolean => !/[<>{}]/.test(text);

export const readAttributes =
  /^(?:aria-(?:label|description|valuetext|placeholder|roledescription)|title|alt|placeholder|label|summary|data-(?:label|title|words|text))$/;
export const codeAttributes =
  /^(?:class|className|class:list|id|href|src|d|type|name|role|rel|for|htmlFor|style|viewBox|key|slot|sizes|media|autocomplete|autoComplete|pattern|transform|points|itemprop|property|data-.+|client:.+|set:.+)$/;
export const codeCalls =
  /^(?:querySelector(?:All)?|matches|closest|addEventListener|removeEventListener|getAttribute|hasAttribute|removeAttribute|toggleAttribute|getElementById|createElement|createElementNS|matchMedia|select|from|rpc|eq|in|fetch|get|has|startsWith|endsWith|includes|indexOf|split|test|getItem|setItem|removeItem|dispatchEvent|Error|RangeError|TypeError|CustomEvent|Event|RegExp|URL|require|warn|log|debug)$/;
export const codeProperties =
  /^(?:class|className|id|href|src|d|viewBox|type|role|rel|style|event)$/;
export const blocks =
  /^(?:address|article|aside|blockquote|details|dialog|div|dl|dt|dd|fieldset|figure|figcaption|footer|form|h[1-6]|header|hr|legend|li|main|nav|ol|p|pre|section|summary|table|tbody|td|th|thead|tr|ul|script|style|template|noscript|head|body|html|title|option|select)$/;
