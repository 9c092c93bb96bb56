import { randomInt } from 'node:crypto'

/** `full` is `npm run test:faults`. `short` is the part in `npm test`. */
export const isFull = process.env.FAULTS === 'full'

/** Printed by each random test, so that `npm run test:faults -- --seed N` can repeat a failure. */
export const seed = Number(process.env.FAULTS_SEED ?? randomInt(1, 2 ** 31))

/** How many times a server is killed at a random moment. */
export const randomKills = Number(process.env.FAULTS_KILLS ?? (isFull ? 200 : 3))

/** The longest time for recovery after a fault in milliseconds (docs/threats.md, I1). */
export const recoveryMs = 60_000
