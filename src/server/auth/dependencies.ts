import type { Flows } from '#server/auth/outside/flow.ts'
import type { OutsideProviders } from '#server/auth/outside/outside-providers.ts'
import type { PasswordHasher } from '#server/auth/passwords/password-hasher.ts'
import type { Database } from '#server/db/database.ts'
import type { AccessTokens } from '#server/http/access-token.ts'
import type { Authenticate } from '#server/http/authenticate.ts'
import type { RateLimits } from '#server/http/rate-limit.ts'
import type { AuthSettings } from '#server/settings/auth.ts'
import type { OutsideProvider } from '#server/settings/providers.ts'
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
	/** Encrypts the secrets of authenticator apps; keys for other purposes are derived from it. */
	encryptionKey: string
	/** The outside providers people can sign in with. */
	providers: readonly OutsideProvider[]
}

/** What every operation of this service works with. */
export interface AuthDependencies extends AuthOptions {
	passwords: PasswordHasher
	outside: OutsideProviders
	flows: Flows
}
