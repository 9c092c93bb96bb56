import { randomInt } from 'node:crypto'

/** Whether this is the full run, `npm run test:faults`, and not the short one in `npm test`. */
export const isFull = process.env.FAULTS === 'full'

/** Printed by each random test, so that `npm run test:faults -- --seed N` can repeat a failure. */
export const seed = Number(process.env.FAULTS_SEED ?? randomInt(1, 2 ** 31))

/** How many times a server is killed at a random moment. */
export const randomKills = Number(process.env.FAULTS_KILLS ?? (isFull ? 200 : 3))

/** The longest time that recovery from a fault may take, in milliseconds (docs/threats.md, I1). */
export const recoveryMs = 60_000

/** How many times two faults of the machine happen at the same time. */
export const randomFaultPairs = Number(process.env.FAULTS_PAIRS ?? 6)

/** How many minutes the soak test takes. The default, for `npm run test:full`, is too short to see a slow leak. */
export const soakMinutes = Number(process.env.SOAK_MINUTES ?? 1 / 3)

/** A leak to plant into the servers, to show that the soak test finds it: `memory` or `files`. */
export const plantedLeak = process.env.SOAK_LEAK
