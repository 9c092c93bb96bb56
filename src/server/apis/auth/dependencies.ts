import type { Hono } from 'hono'
import type { Captcha } from '#server/apis/auth/captcha/captcha.ts'
import type { Flows } from '#server/apis/auth/oauth/flow.ts'
import type { OAuthProviders } from '#server/apis/auth/oauth/oauth-providers.ts'
import type { PasswordHasher } from '#server/apis/auth/passwords/password-hasher.ts'
import type { PhoneSignIn } from '#server/apis/auth/phone/phone-sign-in.ts'
import type { AuthSettings } from '#server/config/auth-settings.ts'
import type { OAuthProvider } from '#server/config/oauth-settings.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { AccessTokens } from '#server/platform/http/access-token.ts'
import type { Authenticate } from '#server/platform/http/authenticate.ts'
import type { Env, Handler } from '#server/platform/http/handle.ts'
import type { RateLimits } from '#server/platform/http/rate-limit.ts'
import type { Refusals } from '#server/platform/refusals/refusals.ts'
import type { Clock } from '#shared/clock.ts'

/** The rules for accounts, and for the sessions that this service opens. */
export interface ServiceSettings extends AuthSettings {
	/** Whether this service belongs to the admin. The admin accepts only sessions that were opened there. */
	ofAdmin?: boolean
	/** Whether the shop has an admin. If it has, owners need a session of the admin to call the Admin API. */
	adminIsOpen?: boolean
	/** Whether an owner can sign in with the link that a local run prints when it starts. Never true on a public site. */
	signInLinks?: boolean
}

export interface AuthOptions {
	database: Database
	accessTokens: AccessTokens
	authenticate: Authenticate
	rateLimits: RateLimits
	refusals: Refusals
	clock: Clock
	/** Origin of the site, without a trailing slash. */
	siteUrl: string
	/** Origin of the pages that call this service, if it is not the site's origin. */
	pageUrl?: string
	settings: ServiceSettings
	passwords: PasswordHasher
	/**
	 * The keys for the secrets of authenticator apps: the first encrypts, all of them decrypt. Keys for other purposes are
	 * derived from the first.
	 */
	encryptionKeys: readonly [current: string, ...former: string[]]
	/** The OAuth providers that users can sign in with. */
	providers: readonly OAuthProvider[]
	/** Creates single sign-on with SAML; undefined if the shop does not offer it. */
	createSso?: ((auth: AuthDependencies) => Hono<Env>) | undefined
	/** Creates the grant for signing in with a wallet; undefined if the shop does not offer it. */
	createWeb3Grant?: ((auth: AuthDependencies) => Handler) | undefined
	/** Undefined unless the owner has set up a captcha. */
	captcha?: Captcha | undefined
	/** Creates the phone sign-in service; undefined if the shop does not offer signing in by phone. */
	createPhone?: ((auth: AuthDependencies) => PhoneSignIn) | undefined
}

/** What every operation of this service works with. */
export interface AuthDependencies extends AuthOptions {
	oauthProviders: OAuthProviders
	flows: Flows
	/** The phone sign-in service; undefined if the shop does not offer signing in by phone. */
	phone: PhoneSignIn | undefined
}
