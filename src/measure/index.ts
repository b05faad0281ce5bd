export { compareWith } from './against.ts';
export { readCapture } from './capture.ts';
export { fragmentOf } from './fragment.ts';
export { measure } from './measure.ts';
export { summarise } from './summary.ts';
