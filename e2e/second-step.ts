import { TOTP } from 'otpauth'

/** What an authenticator app with this secret shows `ahead` seconds from now. */
export function appCode(secret: string, ahead = 0): string {
	return new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp: Date.now() + ahead * 1000 })
}
