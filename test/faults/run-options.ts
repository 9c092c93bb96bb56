import { randomInt } from 'node:crypto'

/** `full` is what `npm run test:faults` runs; `short` is its part of `npm test`. */
export const isFull = process.env.FAULTS === 'full'

/** Printed by each test that uses chance, so that a failure can be had again with `npm run test:faults -- --seed N`. */
export const seed = Number(process.env.FAULTS_SEED ?? randomInt(1, 2 ** 31))

/** How many times a server is killed at a moment nobody chose. */
export const randomKills = Number(process.env.FAULTS_KILLS ?? (isFull ? 200 : 3))

/** The longest anything may take to be whole again after a fault, in milliseconds (docs/threats.md, I1). */
export const recoveryMs = 60_000
