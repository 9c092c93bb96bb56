import pino from 'pino'
import type { AdminContext } from '#server/operations/admin-cli/commands.ts'
import type { World } from '#test/world.ts'

/** Connects the admin CLI to a world's database and provider. */
export function adminContextOf({ database, payments, shop, clock, url }: World): AdminContext {
	return { database, payments, shop, clock, log: pino({ level: 'silent' }), siteUrl: url }
}
