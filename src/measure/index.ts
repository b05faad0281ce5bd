export { readCapture } from './capture.ts';
export { measure } from './measure.ts';
export { summarise } from './summary.ts';
