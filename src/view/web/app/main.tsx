import { render } from 'preact';
import type { Embedded } from '../contract.ts';
import { App } from './app.tsx';
import { embeddedSource } from './embedded.ts';
import { remoteSource } from './source.ts';

const root = document.getElementById('app');
const embedded = document.getElementById('data');
if (root) {
  // The page was made with this data by the same program.
  const source = embedded
    ? embeddedSource(JSON.parse(embedded.textContent ?? '') as Embedded)
    : remoteSource(new URLSearchParams(location.search).get('token') ?? '');
  render(<App source={source} />, root);
}
