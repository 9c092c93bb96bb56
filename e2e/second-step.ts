import { TOTP } from 'otpauth'

/** Returns an authenticator app's code for this secret, `ahead` seconds from now. */
export function appCode(secret: string, ahead = 0): string {
	return new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp: Date.now() + ahead * 1000 })
}
