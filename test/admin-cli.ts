import pino from 'pino'
import type { Desk } from '#server/operations/admin-cli/commands.ts'
import type { World } from '#test/world.ts'

/** Returns what the admin CLI works with in a world: the shop's own database and provider. */
export function deskOf({ database, payments, shop, clock }: World): Desk {
	return { database, payments, shop, clock, log: pino({ level: 'silent' }) }
}
