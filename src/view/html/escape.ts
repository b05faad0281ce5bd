import { escapeText } from '../terminal/escape.ts';

/**
 * The one place where text becomes HTML, for content and for attributes in double quotes. What would repaint a
 * terminal or reorder a line is shown by its name here too.
 */
export function html(text: string): string {
  return escapeText(text, 'name').replaceAll(/[&<>"']/g, (found) => ENTITIES[found] ?? found);
}

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
