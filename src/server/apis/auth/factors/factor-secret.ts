import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30

/** Returns a new secret for an authenticator app. */
export function makeSecret(): Buffer {
	return randomBytes(20)
}

/**
 * Creates the TOTP every authenticator app supports: SHA-1, six digits, thirty seconds. Leaves colons out of both names, because
 * a colon separates them in the URI, and apps decode it before they look for the first.
 */
export function authenticator(secret: Buffer, { issuer, label }: { issuer: string; label: string }): TOTP {
	return new TOTP({
		issuer: withoutColons(issuer),
		label: withoutColons(label),
		secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
		digits: 6,
		period: periodSeconds,
	})
}

function withoutColons(name: string): string {
	return name.replaceAll(/\s*:\s*/g, ' ').trim()
}

/** Returns the time step that a code belongs to. Returns undefined unless that is the current step or one of its neighbours. */
export function stepOf(code: string, secret: Buffer, now: Date): number | undefined {
	if (!/^\d{6}$/.test(code)) return undefined
	const app = authenticator(secret, { issuer: '', label: '' })
	const steps = app.validate({ token: code, timestamp: now.getTime(), window: 1 })
	return steps === null ? undefined : Math.floor(now.getTime() / 1000 / periodSeconds) + steps
}
