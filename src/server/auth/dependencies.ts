import type { PasswordHasher } from '#server/auth/password-hasher.ts'
import type { AuthSettings } from '#server/auth/settings.ts'
import type { Database } from '#server/db/database.ts'
import type { AccessTokens } from '#server/http/access-token.ts'
import type { Authenticate } from '#server/http/authenticate.ts'
import type { RateLimits } from '#server/http/rate-limit.ts'
import type { Clock } from '#shared/clock.ts'

export interface AuthOptions {
	database: Database
	accessTokens: AccessTokens
	authenticate: Authenticate
	rateLimits: RateLimits
	clock: Clock
	/** Origin of the site, without a trailing slash. */
	siteUrl: string
	settings: AuthSettings
}

/** What every operation of this service works with. */
export interface AuthDependencies extends AuthOptions {
	passwords: PasswordHasher
}
