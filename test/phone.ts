import { callAuth, type TestUser, tokensIn } from '#test/auth.ts'
import type { World } from '#test/world.ts'

/** One of the numbers that Ofcom keeps free, which reach nobody. */
export function fictionNumber(index: number): string {
	return `447700900${String(index).padStart(3, '0')}`
}

/** Runs the jobs. Returns the codes texted to the number, oldest first. */
export async function textedCodes(world: World, phone: string): Promise<string[]> {
	await world.runJobs()
	return world.texts.filter(({ to, code }) => to === phone && code !== '').map(({ code }) => code)
}

/** Returns the newest code texted to the number. */
export async function newestCode(world: World, phone: string): Promise<string> {
	const code = (await textedCodes(world, phone)).at(-1)
	if (code === undefined) throw new Error('no text message')
	return code
}

/** Returns a code that is not this one. */
export function otherThan(code: string): string {
	return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

/** Signs in with a texted code, which creates the account if there is none. */
export async function signInByPhone(
	world: World,
	phone: string,
): Promise<Pick<TestUser, 'id' | 'accessToken' | 'refreshToken'>> {
	await callAuth(world, '/otp', { body: { phone } })
	const token = await newestCode(world, phone)
	const { body } = await callAuth(world, '/verify', { body: { type: 'sms', phone, token } })
	return tokensIn(body)
}
