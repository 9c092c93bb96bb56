import { createHmac, randomUUID } from 'node:crypto'

// Small replacements for the packages that the official suite imports besides the client.

/** Signs a token as `jsonwebtoken` does by default. */
export function sign(claims: object, secret: string, _options?: object): string {
	const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
	const now = Math.floor(Date.now() / 1000)
	const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, iat: now, exp: now + 3600 })}`
	return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

export const context = {}
export const propagation = {}
export const trace = {}
export class AsyncHooksContextManager {}
export class W3CTraceContextPropagator {}
export class NodeTracerProvider {}

export default { sign }

/** Makes what the suite takes from `@faker-js/faker`. */
export const faker = {
	internet: {
		email: () => `somebody.${randomUUID()}@student.test`,
		password: () => randomUUID(),
	},
	image: { avatarGitHub: () => 'https://avatars.githubusercontent.com/u/1' },
}
