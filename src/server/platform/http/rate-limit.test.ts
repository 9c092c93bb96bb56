import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRateLimits } from '#server/platform/http/rate-limit.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
	world = await createWorld()
})
afterAll(async () => await world.close())

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
