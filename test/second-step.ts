import { TOTP } from 'otpauth'
import { z } from 'zod'
import { callAuth, confirmedUser, type TestUser, tokensIn } from '#test/auth.ts'
import type { World } from '#test/world.ts'

const factorSchema = z.object({ id: z.uuid(), totp: z.object({ secret: z.string() }) })
const challengeSchema = z.object({ id: z.uuid() })

/** Returns an authenticator app's code for a secret, by the world's clock. */
export function appCode(world: World, secret: string, aheadSeconds = 0): string {
	return new TOTP({ secret }).generate({ timestamp: world.clock.now().getTime() + aheadSeconds * 1000 })
}

interface SecuredUser extends TestUser {
	factorId: string
	secret: string
	/** The code that was entered. The app may show the next one by now. */
	usedCode: string
}

/** Creates a user with two-step verification, and a session that has completed it. */
export async function withSecondStep(world: World): Promise<SecuredUser> {
	const person = await confirmedUser(world)
	const post = async (path: string, body: unknown = {}) =>
		(await callAuth(world, path, { bearer: person.accessToken, body })).body
	const { id, totp } = factorSchema.parse(
		await post('/factors', { factor_type: 'totp', friendly_name: 'Phone' }),
	)
	const challenge = challengeSchema.parse(await post(`/factors/${id}/challenge`))
	const usedCode = appCode(world, totp.secret)
	const raised = await post(`/factors/${id}/verify`, { challenge_id: challenge.id, code: usedCode })
	return { ...person, ...tokensIn(raised), factorId: id, secret: totp.secret, usedCode }
}
