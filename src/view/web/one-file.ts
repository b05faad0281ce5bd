import { createHash } from 'node:crypto';
import { html } from '../html/escape.ts';
import type { Embedded } from './contract.ts';

/** The parts that the build made of the page. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
}

/**
 * The page of `sadap open` with all its data, as one file that needs nothing else. Its policy lets this one
 * script run and nothing load, should a text of the recording ever be taken for more than text.
 */
export function oneFilePage(data: Embedded, title: string, { script, style }: PageParts): string {
  const code = script.replaceAll('</script', '<\\/script');
  const hash = createHash('sha256').update(code).digest('base64');
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${html(policy)}">`,
    `<title>${html(title)}</title><link rel="icon" href="data:,">`,
    `<style>${style}</style></head><body><div id="app"></div>`,
    // No script of JSON can end early: every < in it is spelled out.
    `<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
    `<script type="module">${code}</script>`,
    '</body></html>',
    '',
  ].join('\n');
}
