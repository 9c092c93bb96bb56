import { expect, test } from 'vitest'
import { z } from 'zod'
import { callAuth, confirmedUser, tokensIn } from '#test/auth.ts'
import { signedInClient } from '#test/clients.ts'
import { fictionNumber, newestCode } from '#test/phone.ts'
import { appCode, withSecondStep } from '#test/second-step.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ phone: {} })

/** Writes a code with the digits of a script, given its zero, and with something between the third and the fourth. */
function written(code: string, zero: string, between: string): string {
	const start = zero.codePointAt(0) ?? 0
	const digits = [...code].map((digit) => String.fromCodePoint(start + Number(digit)))
	return [...digits.slice(0, 3), between, ...digits.slice(3)].join('')
}

const shapes: [zero: string, between: string][] = [
	['0', '-'],
	['0', '–'],
	['0', '\u00a0'],
	['０', 'ー'],
	['٠', ' '],
	['۰', '−'],
	['०', '\u200b'],
]

/** Returns the code in the newest email to an address. */
async function emailedCode(email: string): Promise<string> {
	await world.runJobs()
	const mail = world.mails.findLast(({ to }) => to === email)
	return /(?<!\d)\d{6}(?!\d)/.exec(mail?.text.replaceAll(/https?:\S+/g, '') ?? '')?.[0] ?? 'no code'
}

test.each(shapes)(
	'codes may be written with the digits that begin at %s and with %j in between',
	async (zero, between) => {
		const shaped = (code: string) => written(code, zero, between)

		// From an email, for signing in.
		const person = await confirmedUser(world)
		await callAuth(world, '/otp', { body: { email: person.email } })
		const emailed = await callAuth(world, '/verify', {
			body: { type: 'email', email: person.email, token: shaped(await emailedCode(person.email)) },
		})
		expect(emailed.status).toBe(200)

		// From an email, to prove who is signed in.
		world.clock.advance(61)
		await callAuth(world, '/reauthenticate', { method: 'GET', bearer: person.accessToken })
		const nonce = shaped(await emailedCode(person.email))
		expect(
			(await callAuth(world, '/account/proof', { bearer: person.accessToken, body: { nonce } })).status,
		).toBe(200)
		world.clock.advance(61)
		await callAuth(world, '/reauthenticate', { method: 'GET', bearer: person.accessToken })
		const changed = await callAuth(world, '/user', {
			method: 'PUT',
			bearer: person.accessToken,
			body: { password: 'another-field-18', nonce: shaped(await emailedCode(person.email)) },
		})
		expect(changed.status).toBe(200)

		// From an authenticator app.
		const secured = await withSecondStep(world)
		world.clock.advance(30)
		const { body: challenge } = await callAuth(world, `/factors/${secured.factorId}/challenge`, {
			bearer: secured.accessToken,
		})
		const raised = await callAuth(world, `/factors/${secured.factorId}/verify`, {
			bearer: secured.accessToken,
			body: { challenge_id: challenge?.id, code: shaped(appCode(world, secured.secret)) },
		})
		expect(raised.status).toBe(200)
		const { accessToken } = tokensIn(raised.body)

		// A recovery code, in capitals.
		const made = await callAuth(world, '/factors/recovery-codes', { bearer: accessToken })
		const [code = ''] = z.object({ codes: z.array(z.string()) }).parse(made.body).codes
		const recovery = code
			.toUpperCase()
			.replaceAll(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)))
			.replace(/(.{4})(.{4})/, `$1${between}$2`)
		const recovered = await callAuth(world, '/factors/recovery-codes/verify', {
			bearer: accessToken,
			body: { code: recovery },
		})
		expect(recovered.status).toBe(200)
	},
)

test.each(shapes)(
	'texted codes may be written with the digits that begin at %s and with %j in between',
	async (zero, between) => {
		const index = 200 + 3 * shapes.findIndex((shape) => shape[0] === zero && shape[1] === between)
		const shaped = (code: string) => written(code, zero, between)
		const phone = fictionNumber(index)
		await callAuth(world, '/otp', { body: { phone } })
		const signedIn = await callAuth(world, '/verify', {
			body: { type: 'sms', phone, token: shaped(await newestCode(world, phone)) },
		})
		expect(signedIn.status).toBe(200)

		const second = fictionNumber(index + 1)
		const client = await signedInClient(world)
		const { data } = await client.auth.mfa.enroll({
			factorType: 'phone',
			phone: `+${second}`,
			friendlyName: 'Mine',
		})
		const factorId = data?.id ?? ''
		const { data: challenge } = await client.auth.mfa.challenge({ factorId })
		const { error } = await client.auth.mfa.verify({
			factorId,
			challengeId: challenge?.id ?? '',
			code: shaped(await newestCode(world, second)),
		})
		expect(error).toBeNull()

		const third = fictionNumber(index + 2)
		world.clock.advance(61)
		expect((await client.auth.updateUser({ phone: `+${third}` })).error).toBeNull()
		const change = await client.auth.verifyOtp({
			type: 'phone_change',
			phone: third,
			token: shaped(await newestCode(world, third)),
		})
		expect(change.error).toBeNull()
	},
)

test('a code stays wrong with another digit, whatever the script', async () => {
	const { email } = await confirmedUser(world)
	await callAuth(world, '/otp', { body: { email } })
	const code = await emailedCode(email)
	const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
	for (const typed of [other, written(other, '٠', '-'), `${code}0`, code.slice(1), `${code}.`]) {
		const { status } = await callAuth(world, '/verify', { body: { type: 'email', email, token: typed } })
		expect(status, typed).toBe(403)
	}
})
