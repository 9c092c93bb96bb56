import { z } from 'zod'
import { type AuthAnswer, callAuth, type TestUser } from '#test/auth.ts'
import type { makeKey } from '#test/software-key.ts'
import type { World } from '#test/world.ts'

type Key = ReturnType<typeof makeKey>
const optionsSchema = z.object({
	challenge_id: z.string(),
	expires_at: z.number(),
	options: z.looseObject({ challenge: z.string() }),
})
const creationSchema = optionsSchema.extend({
	options: z.looseObject({ challenge: z.string(), user: z.looseObject({ id: z.string() }) }),
})

export async function startRegistration(
	world: World,
	{ accessToken: bearer }: Pick<TestUser, 'accessToken'>,
) {
	return creationSchema.parse(
		(await callAuth(world, '/passkeys/registration/options', { body: {}, bearer })).body,
	)
}

/** Adds a passkey to the user's account. */
export async function registerPasskey(
	world: World,
	user: Pick<TestUser, 'accessToken'>,
	key: Key,
): Promise<AuthAnswer> {
	const { challenge_id, options } = await startRegistration(world, user)
	const body = { challenge_id, credential: key.create(options) }
	return await callAuth(world, '/passkeys/registration/verify', { body, bearer: user.accessToken })
}

export async function startPasskeySignIn(world: World) {
	return optionsSchema.parse((await callAuth(world, '/passkeys/authentication/options', { body: {} })).body)
}

/** Signs in with a passkey. */
export async function signInWithPasskey(
	world: World,
	key: Key,
	how?: Parameters<Key['get']>[1],
): Promise<AuthAnswer> {
	const { challenge_id, options } = await startPasskeySignIn(world)
	const body = { challenge_id, credential: key.get(options, how) }
	return await callAuth(world, '/passkeys/authentication/verify', { body })
}
