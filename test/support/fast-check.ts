import fc from 'fast-check';

/**
 * fast-check that tries the same inputs in every run: a build that fails by chance tells nothing of the change in
 * it. `SADAP_SEED=7 npm test` tries others, and so does whoever looks for a fault.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['SADAP_SEED'] ?? 1) });

export default fc;
