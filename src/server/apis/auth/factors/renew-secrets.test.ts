import { expect, test } from 'vitest'
import { renewSecrets } from '#server/apis/auth/factors/renew-secrets.ts'
import { callAuth, signIn, tokensIn } from '#test/auth.ts'
import { appCode, withSecondStep } from '#test/second-step.ts'
import { createWorld } from '#test/world.ts'

test('secrets are re-encrypted with a new key only once, and can be re-encrypted with the old one', async () => {
	const world = await createWorld()
	try {
		const ada = await withSecondStep(world)
		const former = world.keys.authEncryptionKey
		const current = 'a-new-key-of-at-least-32-characters'
		expect(await renewSecrets(world.database, { current: former, former: current })).toBe(0)
		expect(await renewSecrets(world.database, { current, former })).toBe(1)
		expect(await renewSecrets(world.database, { current, former })).toBe(0)
		await expect(renewSecrets(world.database, { current: 'x'.repeat(32), former })).rejects.toThrow()
		const step = async () => {
			world.clock.advance(60)
			const bearer = tokensIn((await signIn(world, ada.email, ada.password)).body).accessToken
			const { body } = await callAuth(world, `/factors/${ada.factorId}/challenge`, { body: {}, bearer })
			const answer = { challenge_id: body?.id, code: appCode(world, ada.secret) }
			return (await callAuth(world, `/factors/${ada.factorId}/verify`, { body: answer, bearer })).status
		}
		// This server has only the old key, so it cannot read the renewed secrets until they are changed back.
		expect(await step()).not.toBe(200)
		expect(await renewSecrets(world.database, { current: former, former: current })).toBe(1)
		expect(await step()).toBe(200)
	} finally {
		await world.close()
	}
})
