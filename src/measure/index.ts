export { compareWith } from './against.ts';
export { readCapture } from './capture.ts';
export { fragmentOf } from './fragment.ts';
export { locate } from './locate.ts';
export { measure } from './measure.ts';
export { locatedIn, type Sent, sentOf } from './sent.ts';
export { summarise } from './summary.ts';
