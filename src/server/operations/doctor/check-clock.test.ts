import { expect, test } from 'vitest'
import { compareClocks } from '#server/operations/doctor/check-clock.ts'

const hour = 3_600_000

test.each([
	[{ database: 0, stripe: undefined }, 'ok', 'agrees with'],
	[{ database: 20_000, stripe: -20_000 }, 'ok', 'agrees with'],
	[{ database: hour, stripe: undefined }, 'error', 'this machine is 60 minutes ahead of the database’s'],
	[
		{ database: -hour, stripe: -hour },
		'error',
		'this machine is 60 minutes behind the database’s, and Stripe’s',
	],
	[{ database: 45_000, stripe: 45_000 }, 'error', 'this machine is 45 seconds ahead'],
	[{ database: hour, stripe: 1_000 }, 'error', 'that of the database is 60 minutes behind'],
	[{ database: 0, stripe: hour }, 'error', 'this machine is 60 minutes ahead of Stripe’s'],
] as const)('the clocks %j: %s', (clocks, level, says) => {
	expect(compareClocks(clocks)).toMatchObject({ level, says: expect.stringContaining(says) })
})
