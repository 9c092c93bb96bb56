import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { limitFailures } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { signUpsClosed, userBanned } from '#server/apis/auth/errors.ts'
import { noteFailures } from '#server/apis/auth/note-failures.ts'
import { storeIdentity } from '#server/apis/auth/oauth/store-identity.ts'
import { readBody, redirectTarget, web3GrantSchema } from '#server/apis/auth/schemas.ts'
import { presentSession, type SignedIn, startSession } from '#server/apis/auth/sessions/sessions.ts'
import { type Device, deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { isBanned, lockUserWhere, readUser, type UserRow } from '#server/apis/auth/user/users.ts'
import { InvalidGrant, unsupportedChain, web3Disabled } from '#server/apis/auth/web3/errors.ts'
import {
	type Chain,
	checkLength,
	readMessage,
	type SignInMessage,
} from '#server/apis/auth/web3/read-message.ts'
import { isSigned, readSignature } from '#server/apis/auth/web3/verify-signature.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { widestNetwork } from '#server/platform/http/client-address.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'
import { hashToken } from '#server/platform/tokens.ts'

/** How long ago, or how far in the future, a message may have been issued. */
const validMs = 600_000
const provider = 'web3'
const accounts = { ethereum: 'Ethereum', solana: 'Solana' } as const

/** `POST /token?grant_type=web3`: signs in the owner of a wallet's address with a message that the wallet has signed. */
export function createWeb3Grant(auth: AuthDependencies, chains: readonly Chain[]): Handler {
	return handle({
		authenticate: (c) => auth.authenticate(c.req.raw),
		parse: async (c) => {
			const body = await readBody(c.req.raw, web3GrantSchema)
			const chain = readChain(body.chain, chains)
			checkLength(body.message)
			const signature = readSignature(chain, body.signature)
			return { chain, message: readMessage(chain, body.message), text: body.message, signature }
		},
		act: async (c, _caller, { chain, message, ...signed }) => {
			try {
				const device = deviceOf(c)
				const attempt = { way: 'wallet', tried: {}, from: device.address } as const
				const signedIn = await noteFailures(auth, attempt, async () => {
					await limitFailures(auth.rateLimits, [['verify', device.address]], async () => {
						if (!isSigned(chain, { ...signed, message }))
							throw new InvalidGrant('Signature does not match address in message')
						checkMessage(auth, chain, message)
					})
					const providerId = walletId(chain, message)
					await countSignIn(auth, providerId, device)
					return await signIn(auth, { chain, message, providerId, text: signed.text, device })
				})
				return c.json(await presentSession(auth, signedIn))
			} catch (error) {
				if (!(error instanceof InvalidGrant)) throw error
				return c.json({ error: 'invalid_grant', error_description: error.message }, 400)
			}
		},
	})
}

function readChain(given: string, chains: readonly Chain[]): Chain {
	if (given !== 'ethereum' && given !== 'solana') throw unsupportedChain()
	if (chains.includes(given)) return given
	throw web3Disabled(accounts[given])
}

/** Throws unless the message is for this site or one that the owner has listed, and is valid now. */
function checkMessage(auth: AuthDependencies, chain: Chain, message: SignInMessage): void {
	const { uri, domain, issuedAt, expiresAt, notBefore } = message
	const now = auth.clock.now()
	const name = accounts[chain]
	const isLocal = uri.hostname === 'localhost' || uri.hostname === '127.0.0.1'
	if (uri.protocol !== 'https:' && !(uri.protocol === 'http:' && isLocal))
		throw new InvalidGrant(`Signed ${name} message is using URI which does not use HTTPS`)
	if (!isAllowed(uri, auth))
		throw new InvalidGrant(
			`Signed ${name} message is using URI which is not allowed on this server, message was signed for another app`,
		)
	if (uri.host !== domain)
		throw new InvalidGrant(
			`Signed ${name} message is using a Domain that does not match the one in URI which is not allowed on this server`,
		)
	if (notBefore !== undefined && now < notBefore)
		throw new InvalidGrant(`Signed ${name} message becomes valid in the future`)
	if (expiresAt !== undefined && now > expiresAt) throw new InvalidGrant(`Signed ${name} message is expired`)
	const age = now.getTime() - issuedAt.getTime()
	if (age > validMs) throw new InvalidGrant(`${name} message was issued too long ago`)
	if (age < -validMs) throw new InvalidGrant(`${name} message was issued too far in the future`)
}

/** Reports whether an address belongs to this site, or is one that the owner has listed. */
function isAllowed(uri: URL, auth: AuthDependencies): boolean {
	return redirectTarget(uri.href, auth).href === uri.href
}

function walletId(chain: Chain, { address }: SignInMessage): string {
	// The same Ethereum address can be written with different capitals, which serve as a checksum.
	return `${provider}:${chain}:${chain === 'ethereum' ? address.toLowerCase() : address}`
}

const identityRow = z.object({ user_id: z.string() })

/** Counts a sign-in, or an account that it makes. A wallet costs nothing, so one network could make any number of either. */
async function countSignIn(
	{ rateLimits, database }: AuthDependencies,
	providerId: string,
	{ address }: Device,
): Promise<void> {
	const known = await maybeOne(
		database,
		sql`select user_id from auth.identities where provider = ${provider} and provider_id = ${providerId}`,
		identityRow,
	)
	if (known === undefined) await rateLimits.consume('signUp', address)
	else await rateLimits.consume('signInDone', `${widestNetwork(address)} ${known.user_id}`)
}

interface Wallet {
	chain: Chain
	message: SignInMessage
	providerId: string
	text: string
	device: Device
}

async function signIn(
	auth: AuthDependencies,
	{ chain, message, providerId, text, device }: Wallet,
): Promise<SignedIn> {
	const now = auth.clock.now()
	return await auth.database.asServer(async (tx) => {
		// Stores the message and not the signature, because one signature can be written in several ways.
		const unused = await tx.execute(
			sql`insert into auth.used_web3_messages (message_hash, used_at) values (${hashToken(text)}, ${now}) on conflict do nothing`,
		)
		if (unused === 0) throw new InvalidGrant(`${accounts[chain]} message has been used already`)
		await tx.query(
			sql`select pg_advisory_xact_lock(hashtextextended(${`identity/${provider}/${providerId}`}, 0))`,
		)
		const user = (await ownerOf(tx, providerId)) ?? (await createAccount(tx, auth, { device, now }))
		if (isBanned(user, now)) throw userBanned()
		const custom_claims = {
			address: chain === 'ethereum' ? message.address.toLowerCase() : message.address,
			chain,
			network: message.chainId,
			domain: message.domain,
			statement: message.statement,
		}
		const data = { sub: providerId, email_verified: false, phone_verified: false, custom_claims }
		const known = await storeIdentity(tx, user, { provider, providerId, data }, now)
		return await startSession(tx, { user: known, method: 'web3', device, now, settings: auth.settings })
	})
}

async function ownerOf(tx: Transaction, providerId: string): Promise<UserRow | undefined> {
	return await lockUserWhere(
		tx,
		sql`u.id = (select user_id from auth.identities where provider = ${provider} and provider_id = ${providerId})`,
	)
}

/** Creates an account without an email address. Its user can add one. */
async function createAccount(
	tx: Transaction,
	{ settings }: AuthDependencies,
	{ device, now }: { device: Device; now: Date },
): Promise<UserRow> {
	if (!settings.signUpsOpen) throw signUpsClosed()
	const id = randomUUID()
	await tx.execute(sql`
		insert into auth.users (id, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
		values (${id}, ${JSON.stringify({ provider, providers: [provider] })}::jsonb, '{}'::jsonb, ${now}, ${now})`)
	await recordEvent(tx, { userId: id, action: 'user_signedup', from: device, now, details: { provider } })
	return await readUser(tx, id)
}
