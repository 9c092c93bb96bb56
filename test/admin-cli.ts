import pino from 'pino'
import type { Desk } from '#server/operations/admin-cli/commands.ts'
import type { World } from '#test/world.ts'

/** The operator's desk in a world: the same database, provider and follow-ups as the shop's own. */
export function deskOf({ database, payments, followUps, clock }: World): Desk {
	return { database, payments, followUps, clock, log: pino({ level: 'silent' }) }
}
