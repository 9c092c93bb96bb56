import pg from 'pg'
import { expect, test } from 'vitest'
import { createRateLimits } from '#server/platform/http/rate-limit.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

const ofThree = () =>
	createRateLimits({
		pool: world.database.jobsPool,
		scale: 1,
		changed: new Map([['signIn', { points: 3, seconds: 600 }]]),
	})
const refused = { code: 'over_request_rate_limit', status: 429 }

test('an attempt that is given back no longer counts, even if it was the last one allowed', async () => {
	const limits = ofThree()
	for (let success = 0; success < 5; success += 1) {
		await limits.consume('signIn', 'ada')
		await limits.giveBack('signIn', 'ada')
	}
	for (let failure = 0; failure < 2; failure += 1) await limits.consume('signIn', 'ada')
	for (let success = 0; success < 5; success += 1) {
		await limits.consume('signIn', 'ada')
		await limits.giveBack('signIn', 'ada')
	}
	await limits.consume('signIn', 'ada')
	await expect(limits.consume('signIn', 'ada')).rejects.toMatchObject(refused)
	await limits.consume('signIn', 'ben')
})

test('attempts are counted across all servers', async () => {
	const [one, other] = [ofThree(), ofThree()]
	for (const limits of [one, other, one]) await limits.consume('signIn', 'cleo')
	await expect(other.consume('signIn', 'cleo')).rejects.toMatchObject(refused)
	await expect(one.consume('signIn', 'cleo')).rejects.toMatchObject(refused)
})

test('while the database is away, the workers of a server divide each limit among them', async () => {
	const away = new pg.Pool({
		connectionString: 'postgres://nobody@127.0.0.1:1/none',
		connectionTimeoutMillis: 500,
	})
	try {
		const allowed = async (workers: number | undefined, points: number) => {
			const limits = createRateLimits({
				pool: away,
				scale: 1,
				changed: new Map([
					['signIn', { points, seconds: 600 }],
					['signInFamiliar', { points, seconds: 600 }],
				]),
				...(workers === undefined ? {} : { workers }),
			})
			const passed = { signIn: 0, signInFamiliar: 0 }
			for (const name of ['signIn', 'signInFamiliar'] as const)
				for (let attempt = 0; attempt < points + 3; attempt += 1)
					await limits.consume(name, '192.0.2.1').then(
						() => (passed[name] += 1),
						(error: unknown) => expect(error).toMatchObject(refused),
					)
			return passed
		}
		expect(await allowed(undefined, 8)).toEqual({ signIn: 8, signInFamiliar: 8 })
		expect(await allowed(4, 8)).toEqual({ signIn: 2, signInFamiliar: 2 })
		// A limit is never rounded down to nothing.
		expect(await allowed(8, 3)).toEqual({ signIn: 1, signInFamiliar: 1 })
	} finally {
		await away.end()
	}
})
