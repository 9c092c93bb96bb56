import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import { findAccount, listAccounts, newAccountSchema, saveAccount } from '#sandbox/google/accounts.ts'
import { rotateKeys } from '#sandbox/google/keys.ts'
import { aboutPage, chooserPage, noSignInPage } from '#sandbox/google/pages.ts'
import { createProvider, type ProviderOptions } from '#sandbox/google/provider.ts'
import { googleSwitchesSchema, readGoogleSwitches, writeGoogleSwitches } from '#sandbox/google/switches.ts'
import { isJson, readInput } from '#sandbox/http/requests.ts'
import { sandboxGoogle } from '#shared/sandbox-services.ts'

const { path } = sandboxGoogle
const hangMs = 60_000

interface GoogleOptions extends Omit<ProviderOptions, 'issuer'> {
	/** Returns the provider's issuer. A function, because the port is only known once the sandbox is listening. */
	issuer: () => string
}

interface GoogleEnv {
	Bindings: HttpBindings
}

const choiceSchema = z.object({ account: z.string().optional(), cancel: z.string().optional() })
const ticked = z.literal('yes').optional().transform(Boolean)
const switchesForm = googleSwitchesSchema.extend({ wrongNonce: ticked, down: ticked })

/** Serves the Google stand-in under `/google`: the page to choose an account, the switches and the OpenID provider. */
export function createGoogleRoutes(options: GoogleOptions): Hono<GoogleEnv> {
	const { store, shopUrl, issuer } = options
	const app = new Hono<GoogleEnv>()
	let provider: Promise<Provider> | undefined
	const getProvider = () => {
		provider ??= createProvider({ ...options, issuer: issuer() }).catch((error: unknown) => {
			provider = undefined
			throw error
		})
		return provider
	}

	// Limits only these bodies. The OpenID library limits the others itself.
	for (const own of ['choose/*', 'switches', 'rotate'])
		app.use(`${path}/${own}`, bodyLimit({ maxSize: 16 * 1024 }))

	app.get(path, (c) =>
		c.html(
			aboutPage({
				issuer: issuer(),
				accounts: listAccounts(store),
				switches: readGoogleSwitches(store),
			}),
		),
	)

	app.get(`${path}/switches`, (c) => c.json(readGoogleSwitches(store)))
	app.put(`${path}/switches`, async (c) => {
		const switches = await readInput(c, googleSwitchesSchema)
		writeGoogleSwitches(store, switches)
		return c.json(switches)
	})
	app.post(`${path}/switches`, async (c) => {
		writeGoogleSwitches(store, await readInput(c, switchesForm))
		return c.redirect(path, 303)
	})
	app.post(`${path}/rotate`, async (c) => {
		await rotateKeys(store)
		provider = undefined
		return isJson(c) ? c.json({ rotated: true }) : c.redirect(path, 303)
	})

	app.get(`${path}/choose/:uid`, async (c) => {
		const signIn = await signInOf(c)
		if (signIn === undefined) return c.html(noSignInPage(shopUrl), 404)
		const { login_hint: hint } = signIn.params
		const given = { email: typeof hint === 'string' ? hint : '', name: '' }
		return choose(c, given, undefined)
	})

	app.post(`${path}/choose/:uid`, async (c) => {
		const choice = await readInput(c, choiceSchema.loose())
		if ((await signInOf(c)) === undefined) return c.html(noSignInPage(shopUrl), 404)
		if (choice.cancel !== undefined) return await leave(c, undefined)
		if (choice.account !== undefined) {
			const account = findAccount(store, choice.account)
			return await leave(c, account?.cancels ? undefined : account?.sub)
		}
		const made = newAccountSchema.safeParse(choice)
		if (made.success) return await leave(c, saveAccount(store, made.data).sub)
		const fault = made.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')
		return choose(c, { email: String(choice.email ?? ''), name: String(choice.name ?? '') }, fault)
	})

	app.all(`${path}/*`, async (c) => {
		const { tokens, wrongNonce, down } = readGoogleSwitches(store)
		const url = new URL(c.req.url)
		if (down) return c.text('The Google stand-in is switched off.', 503)
		if (url.pathname === `${path}/token` && tokens === 'answer-500')
			return c.json({ error: 'server_error' }, 500)
		if (url.pathname === `${path}/token` && tokens === 'hang') {
			await new Promise((resolve) => setTimeout(resolve, hangMs).unref())
			return c.text('', 503)
		}
		if (wrongNonce && url.searchParams.has('nonce')) url.searchParams.set('nonce', 'not-the-one-you-sent')
		const { incoming, outgoing } = c.env
		// The library expects a request as Express passes it to a mounted application.
		Object.assign(incoming, { originalUrl: `${url.pathname}${url.search}` })
		incoming.url = `${url.pathname.slice(path.length)}${url.search}`
		await (await getProvider()).callback()(incoming, outgoing)
		return RESPONSE_ALREADY_SENT
	})

	return app

	function choose(c: Context<GoogleEnv>, given: { email: string; name: string }, fault: string | undefined) {
		const uid = c.req.param('uid') ?? ''
		return c.html(chooserPage({ uid, accounts: listAccounts(store), given, fault }))
	}

	/** Returns the sign-in in progress; undefined if there is none at this URL. */
	async function signInOf({ env, req }: Context<GoogleEnv>) {
		const signIn = await (await getProvider())
			.interactionDetails(env.incoming, env.outgoing)
			.catch(() => undefined)
		return signIn?.uid === req.param('uid') ? signIn : undefined
	}

	/** Sends the browser back to the shop, signed in or not. */
	async function leave(c: Context<GoogleEnv>, accountId: string | undefined) {
		const result =
			accountId === undefined
				? { error: 'access_denied', error_description: 'The visitor cancelled' }
				: { login: { accountId, remember: false } }
		const { incoming, outgoing } = c.env
		const address = await (await getProvider()).interactionResult(incoming, outgoing, result, {
			mergeWithLastSubmission: false,
		})
		return c.redirect(address, 303)
	}
}
