import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { flowSeconds } from '#server/apis/auth/oauth/flow.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { hashToken } from '#server/platform/tokens.ts'

// This cookie makes sure that a flow ends in the browser that began it. The shop sets no other cookie, except during a rehearsal.
const name = 'headstart-sign-in'

/**
 * Sets the cookie that binds a flow to this browser, and returns the hash to store in the flow. Several tabs share one cookie,
 * so that the flow of each tab can finish.
 */
export function bindBrowser(c: Context<Env>, siteUrl: string): string {
	const secret = readSecret(c, siteUrl) ?? randomBytes(32).toString('base64url')
	setCookie(c, name, secret, {
		...cookieKind(siteUrl),
		path: '/',
		httpOnly: true,
		sameSite: 'Lax',
		maxAge: flowSeconds,
	})
	return hashOf(secret)
}

/** Reports whether this browser began the flow. */
export function isBoundBrowser(c: Context<Env>, siteUrl: string, mark: string): boolean {
	const secret = readSecret(c, siteUrl)
	return secret !== undefined && hashOf(secret) === mark
}

/** Returns the secret in the cookie of this browser; undefined if it began no flow. */
export function readSecret(c: Context<Env>, siteUrl: string): string | undefined {
	const secret = isSecure(siteUrl) ? getCookie(c, name, 'host') : getCookie(c, name)
	return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined
}

/** `__Host-` stops other hosts of the domain from setting the cookie; browsers accept it only over https. */
function cookieKind(siteUrl: string): { prefix: 'host'; secure: true } | { secure: false } {
	return isSecure(siteUrl) ? { prefix: 'host', secure: true } : { secure: false }
}

function isSecure(siteUrl: string): boolean {
	return siteUrl.startsWith('https:')
}

/** Returns the SHA-256 of the secret, which is also its PKCE challenge (S256). */
function hashOf(secret: string): string {
	return hashToken(secret).toString('base64url')
}
