export { SadapError } from './errors.ts';
