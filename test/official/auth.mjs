// `node test/official/auth.mjs <clone> [pattern]` runs auth-js's own tests against this shop, and those that need no server too.
// `<clone>` is a clone of supabase/supabase-js, with or without a work tree. No copy of the tests is kept here. The set-up is
// adapted: the addresses and keys, the site of the passkeys, and the packages it imports.
import { edit, runSuite } from './run-suite.mjs'

const suite = '(globalThis as any).officialSuite'

const keys = `
export const SUPABASE_PUBLISHABLE_KEY: string = ${suite}.key
export const SUPABASE_SECRET_KEY: string = ${suite}.secretKey
const AUTH_ADMIN_JWT: string = ${suite}.secretKey
`

runSuite({
	folder: 'packages/core/auth-js',
	setup: 'open-auth.ts',
	include: ['test/**/*.test.ts'],
	// These need a browser, or a package of their own that imitates a server.
	exclude: ['**/*.browser.test.ts', 'test/fetch.test.ts'],
	adapt: (folder) => {
		edit(folder, 'test/lib/clients.ts', (text) =>
			text
				.replace(
					/^export const GOTRUE_URL\w+ = .*$/m,
					`export const GOTRUE_URL_SIGNUP_ENABLED_AUTO_CONFIRM_ON: string = ${suite}.open`,
				)
				.replace(
					/^export const GOTRUE_JWT_SECRET = .*$/m,
					`export const GOTRUE_JWT_SECRET: string = ${suite}.secret`,
				)
				.replace(
					/^\/\/ Load RSA private key[\s\S]*?^export const authClient = /m,
					`${keys}\nexport const authClient = `,
				),
		)
		edit(folder, 'test/docker-tests/clients.ts', (text) =>
			text
				.replace(/'http:\/\/localhost:9999'/, `${suite}.confirming as string`)
				.replace(/'http:\/\/localhost:999[86]'/g, `${suite}.open as string`)
				.replace(/'http:\/\/localhost:9997'/, `${suite}.closed as string`)
				// The suite's servers need no API key. Ours do, like the hosted service.
				.replaceAll(
					'  autoRefreshToken: false,',
					`  headers: { apikey: ${suite}.key },\n  autoRefreshToken: false,`,
				)
				.replace(/^const DOCKER_JWT_SECRET = .*$/m, `const DOCKER_JWT_SECRET: string = ${suite}.secret`),
		)
		edit(folder, 'test/GoTrueClient.test.ts', (text) =>
			text.replaceAll("require('./lib/clients')", `{ GOTRUE_JWT_SECRET: ${suite}.secret as string }`),
		)
		edit(folder, 'test/passkey.e2e.test.ts', (text) =>
			text
				.replace(/^const RP_ID = .*$/m, `const RP_ID: string = new URL(${suite}.open).hostname`)
				.replace(/^const RP_ORIGIN = .*$/m, `const RP_ORIGIN: string = new URL(${suite}.open).origin`),
		)
	},
})
