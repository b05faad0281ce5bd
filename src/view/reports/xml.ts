/**
 * The one place where text becomes part of an XML document, as an attribute or as content. Characters
 * that XML 1.0 cannot hold in any spelling (section 2.2: most controls, lone surrogates, U+FFFE) are
 * shown as `\u001b`; so are those that reorder a line or are not seen; line ends in attributes are kept as references, else a parser makes them blanks.
 */
export function escapeXml(text: string): string {
  return text.replaceAll(FORBIDDEN, code).replaceAll(SPECIAL, (char) => REFERENCE[char] ?? char);
}

const FORBIDDEN = /(?![\n\r\t])\p{Cc}|[\p{Cs}\p{Cf}\p{DI}\p{Zl}\p{Zp}\ufffe\uffff]/gu;
const SPECIAL = /[&<>"'\n\r\t]/g;

const REFERENCE: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

function code(char: string): string {
  return char
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
