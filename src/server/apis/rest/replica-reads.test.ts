import { expect, test } from 'vitest'
import { createRestRoutes } from '#server/apis/rest/routes.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Caller } from '#server/platform/db/transaction.ts'
import { createRateLimits } from '#server/platform/http/rate-limit.ts'
import { confirmedUser } from '#test/auth.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

test('only a visitor’s reads may be answered by a replica, which lags', async () => {
	const { id } = await confirmedUser(world)
	const user: Caller = {
		role: 'authenticated',
		claims: { sub: id, email: '', role: 'authenticated', session_id: id, aal: 'aal1', exp: 9e9 },
	}
	const mayLagOf = async (caller: Caller) => {
		const asked: unknown[] = []
		const readAs: Database['readAs'] = (as, statement, options) => {
			asked.push(options?.mayLag)
			return world.database.readAs(as, statement)
		}
		const routes = createRestRoutes({
			database: { ...world.database, readAs },
			rateLimits: createRateLimits({ pool: world.database.jobsPool, scale: 1 }),
			authenticate: async () => caller,
		})
		await routes.request('/products?select=id&limit=1')
		return asked
	}
	expect(await mayLagOf({ role: 'anon' })).toEqual([true])
	expect(await mayLagOf(user)).toEqual([false])
	expect(await mayLagOf({ role: 'service' })).toEqual([false])
})
