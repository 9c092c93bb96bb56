import type { Flows } from '#server/apis/auth/oauth/flow.ts'
import type { OAuthProviders } from '#server/apis/auth/oauth/oauth-providers.ts'
import type { PasswordHasher } from '#server/apis/auth/passwords/password-hasher.ts'
import type { AuthSettings } from '#server/platform/config/auth-settings.ts'
import type { OAuthProvider } from '#server/platform/config/oauth-settings.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { AccessTokens } from '#server/platform/http/access-token.ts'
import type { Authenticate } from '#server/platform/http/authenticate.ts'
import type { RateLimits } from '#server/platform/http/rate-limit.ts'
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
	passwords: PasswordHasher
	/**
	 * Encrypt the secrets of authenticator apps: the first does, all decrypt. Keys for other purposes are derived from the first.
	 */
	encryptionKeys: readonly [current: string, ...former: string[]]
	/** The OAuth providers that users can sign in with. */
	providers: readonly OAuthProvider[]
}

/** What every operation of this service works with. */
export interface AuthDependencies extends AuthOptions {
	oauthProviders: OAuthProviders
	flows: Flows
}
