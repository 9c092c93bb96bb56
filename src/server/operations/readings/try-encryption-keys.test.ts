import { expect, onTestFinished, test, vi } from 'vitest'
import { renewSecrets } from '#server/apis/auth/factors/renew-secrets.ts'
import { describeWrongKey, tryEncryptionKeys } from '#server/operations/readings/try-encryption-keys.ts'
import { callAuth } from '#test/auth.ts'
import { appCode, withSecondStep } from '#test/second-step.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()
const ada = await withSecondStep(world)

async function takeStep(code: string) {
	const { body } = await callAuth(world, `/factors/${ada.factorId}/challenge`, {
		body: {},
		bearer: ada.accessToken,
	})
	const answer = { challenge_id: body?.id, code }
	return await callAuth(world, `/factors/${ada.factorId}/verify`, { body: answer, bearer: ada.accessToken })
}

test('a wrong encryption key is found by trying it, and named when a user enters a code', async () => {
	const current = world.keys.authEncryptionKey
	const other = 'another-key-of-at-least-32-characters'
	expect(await tryEncryptionKeys(world.database, [current])).toEqual({ tried: 1, unreadable: 0 })
	expect(await tryEncryptionKeys(world.database, [other])).toEqual({ tried: 1, unreadable: 1 })
	expect(await tryEncryptionKeys(world.database, [other, current])).toEqual({ tried: 1, unreadable: 0 })
	expect(describeWrongKey({ tried: 1, unreadable: 0 })).toBeUndefined()
	expect(describeWrongKey({ tried: 3, unreadable: 1 })).toContain('doesn’t open 1 of 3')

	await renewSecrets(world.database, { current: other, former: current })
	world.clock.advance(60)
	const { status, body } = await takeStep(appCode(world, ada.secret))
	expect([status, body?.error_code]).toEqual([422, 'wrong_encryption_key'])
	expect(body?.msg).toMatch(/AUTH_ENCRYPTION_KEY/)
	await renewSecrets(world.database, { current, former: other })
	world.clock.advance(60)
	expect((await takeStep(appCode(world, ada.secret))).status).toBe(200)
})

test('a refused code is blamed on the clock of the server only if it differs from the database’s', async () => {
	expect((await takeStep('000000')).body?.error_code).toBe('mfa_verification_failed')
	const real = Date.now
	vi.spyOn(Date, 'now').mockImplementation(() => real() + 120_000)
	onTestFinished(() => void vi.restoreAllMocks())
	const { status, body } = await takeStep('000001')
	expect([status, body?.error_code]).toEqual([422, 'server_clock_wrong'])
	expect(body?.msg).toContain('2 minutes ahead of its database’s')
})
