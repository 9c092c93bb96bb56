import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { AppError } from '#server/platform/app-error.ts'

/** Throws `passkey_disabled` if the owner has switched passkeys off. */
export function requirePasskeys({ settings }: Pick<AuthDependencies, 'settings'>): void {
	if (settings.passkeysOffered) return
	throw new AppError({ code: 'passkey_disabled', status: 404, message: 'Passkeys are disabled' })
}
