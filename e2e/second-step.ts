import { expect } from '@playwright/test'
import { TOTP } from 'otpauth'
import { z } from 'zod'
import type { Shop } from './start-shops.ts'

/** Returns an authenticator app's code for this secret, `ahead` seconds from now. */
export function appCode(secret: string, ahead = 0): string {
	return new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp: Date.now() + ahead * 1000 })
}

const messagesSchema = z.array(z.object({ text: z.string() }))

/** Waits until more than `after` messages have been sent to a number, and returns the code in the newest. */
export async function textedCode({ sandboxUrl }: Shop, phone: string, after = 0): Promise<string> {
	let codes: string[] = []
	await expect
		.poll(async () => {
			const response = await fetch(`${sandboxUrl}/messages.json?to=${phone}`)
			codes = messagesSchema.parse(await response.json()).map(({ text }) => text.slice(0, 6))
			return codes.length
		})
		.toBeGreaterThan(after)
	return codes[0] ?? ''
}
