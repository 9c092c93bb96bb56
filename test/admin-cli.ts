import pino from 'pino'
import type { AdminContext } from '#server/operations/admin-cli/commands.ts'
import type { World } from '#test/world.ts'

/** Returns what the admin CLI works with in a world: the shop's own database and provider. */
export function adminContextOf({ database, payments, shop, clock }: World): AdminContext {
	return { database, payments, shop, clock, log: pino({ level: 'silent' }) }
}
