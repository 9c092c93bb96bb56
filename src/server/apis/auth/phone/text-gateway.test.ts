import { expect, test } from 'vitest'
import { callAuth, tokensIn } from '#test/auth.ts'
import { fictionNumber, otherThan } from '#test/phone.ts'
import { createWorld, type World } from '#test/world.ts'

test('a rehearsal texts the listed numbers only', async () => {
	const [listed, other] = [fictionNumber(990), fictionNumber(991)]
	const rehearsal = await createWorld({ phone: { onlyTo: [listed] } })
	try {
		for (const phone of [listed, other]) await callAuth(rehearsal, '/otp', { body: { phone } })
		await rehearsal.runJobs()
		expect(rehearsal.texts.map(({ to }) => to)).toEqual([listed])
	} finally {
		await rehearsal.close()
	}
})

test('a gateway that checks codes itself is asked only if one is awaited, and for one user of a number at a time', async () => {
	const right = '424242'
	const asked: string[] = []
	const verifying = await createWorld({
		phone: {},
		gateway: {
			channels: new Set(['sms']),
			wordsItself: true,
			send: async ({ code, text }) => {
				if (code === '') throw new Error(`it cannot send ${text}`)
			},
			checkCode: async (to, code) => {
				asked.push(`${to} ${code}`)
				return code === right
			},
		},
	})
	try {
		const [phone, contested] = [fictionNumber(1), fictionNumber(2)]
		const verify = (token: string, type = 'sms', number = phone) =>
			callAuth(verifying, '/verify', { body: { type, phone: number, token } })
		// No code was sent, so the gateway is not asked.
		expect((await verify(right)).status).toBe(403)
		await callAuth(verifying, '/otp', { body: { phone } })
		await verifying.runJobs()
		expect((await verify(otherThan(right))).status).toBe(403)
		const signedIn = await verify(right)
		expect(signedIn.status).toBe(200)
		expect((await verify(right)).status).toBe(403)
		expect(asked).toEqual([`${phone} ${otherThan(right)}`, `${phone} ${right}`])

		// If two users waited for codes to one number, the gateway could not tell whose code was typed. So the second user has to
		// wait.
		let bearer = String(signedIn.body?.access_token)
		const other = await signInWith(verifying, fictionNumber(3), right)
		const change = (token: string) =>
			callAuth(verifying, '/user', { method: 'PUT', body: { phone: contested }, bearer: token })
		expect((await change(other)).status).toBe(200)
		verifying.clock.advance(61)
		const early = await change(bearer)
		expect(early).toMatchObject({ status: 429, body: { error_code: 'over_sms_send_rate_limit' } })
		expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(500)
		verifying.clock.advance(540)
		bearer = await signInWith(verifying, phone, right)
		expect((await change(bearer)).status).toBe(200)
		await verifying.runJobs()
		const changed = await verify(right, 'phone_change', contested)
		expect(changed).toMatchObject({ status: 200, body: { user: { phone: contested } } })
		expect(tokensIn(changed.body).id).toBe(tokensIn(signedIn.body).id)

		const step = await callAuth(verifying, '/factors', {
			body: { factor_type: 'phone', phone: fictionNumber(4) },
			bearer,
		})
		const challenge = await callAuth(verifying, `/factors/${step.body?.id}/challenge`, { body: {}, bearer })
		await verifying.runJobs()
		const answer = (code: string) =>
			callAuth(verifying, `/factors/${step.body?.id}/verify`, {
				body: { challenge_id: challenge.body?.id, code },
				bearer,
			})
		expect((await answer(otherThan(right))).body?.error_code).toBe('mfa_verification_failed')
		expect((await answer(right)).status).toBe(200)
	} finally {
		await verifying.close()
	}
})

async function signInWith(verifying: World, phone: string, token: string): Promise<string> {
	await callAuth(verifying, '/otp', { body: { phone } })
	await verifying.runJobs()
	const { body } = await callAuth(verifying, '/verify', { body: { type: 'sms', phone, token } })
	return String(body?.access_token)
}
