import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import type { SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { type AuthAnswer, callAuth, tokensIn } from '#test/auth.ts'
import { expectRefusal, web3Refusals } from '#test/auth-refusals.ts'
import { clientIn, makeTestBrowser } from '#test/google.ts'
import { registerPasskey, signInWithPasskey } from '#test/passkeys.ts'
import { makeKey } from '#test/software-key.ts'
import { stockStore } from '#test/stocked-store.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { createWorld, useWorld } from '#test/world.ts'

const world = await useWorld({ auth: { web3Chains: ['ethereum', 'solana'] } })

type Chain = 'ethereum' | 'solana'

interface Wallet {
	chain: Chain
	address: string
	/** Signs a text, in the form the API expects. */
	sign(text: string): string
}

function ethereumWallet(): Wallet {
	const key = secp256k1.utils.randomSecretKey()
	const point = secp256k1.getPublicKey(key, false)
	return {
		chain: 'ethereum',
		address: `0x${Buffer.from(keccak_256(point.subarray(1)).subarray(12)).toString('hex')}`,
		sign: (text) => {
			const bytes = Buffer.from(text)
			const hash = keccak_256(
				Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${bytes.length}`), bytes]),
			)
			const [recovery = 0, ...rest] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
			return `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`
		},
	}
}

function solanaWallet({ isLedger = false } = {}): Wallet {
	const key = ed25519.utils.randomSecretKey()
	const publicKey = ed25519.getPublicKey(key)
	return {
		chain: 'solana',
		address: base58.encode(publicKey),
		sign: (text) => {
			const bytes = Buffer.from(text)
			const site = Buffer.alloc(32)
			site.write(text.split(' ')[0] ?? '')
			const header = [
				Buffer.from([0xff]),
				Buffer.from('solana offchain'),
				Buffer.from([0]),
				site,
				Buffer.from([0, 1]),
			]
			const size = Buffer.from([bytes.length & 0xff, bytes.length >> 8])
			const signed = isLedger ? Buffer.concat([...header, publicKey, size, bytes]) : bytes
			return Buffer.from(ed25519.sign(signed, key)).toString('base64')
		},
	}
}

/** Signs in through the official client, with a wallet like those in browsers. */
async function signInWith(client: SupabaseClient, { chain, address, sign }: Wallet) {
	const options = { url: `${world.url}/` }
	if (chain === 'solana')
		return await client.auth.signInWithWeb3({
			chain,
			statement: 'Sign in to the shop',
			options,
			wallet: {
				publicKey: { toBase58: () => address },
				signMessage: async (bytes: Uint8Array) =>
					new Uint8Array(Buffer.from(sign(Buffer.from(bytes).toString()), 'base64')),
			},
		})
	const request = async ({ method, params }: { method: string; params?: unknown }) => {
		if (method === 'eth_requestAccounts') return [address]
		if (method === 'eth_chainId') return '0x1'
		const [hex] = Array.isArray(params) ? params : []
		return sign(Buffer.from(String(hex).slice(2), 'hex').toString())
	}
	return await client.auth.signInWithWeb3({
		chain,
		statement: 'Sign in to the shop',
		options: { ...options, signInWithEthereum: { nonce: '12345678' } },
		wallet: { address, request, on: () => {}, removeListener: () => {} },
	})
}

const wallets: [string, () => Wallet][] = [
	['Ethereum', ethereumWallet],
	['Solana', solanaWallet],
	['Solana on a Ledger', () => solanaWallet({ isLedger: true })],
]

describe.each(wallets)('a wallet for %s', (_name, makeWallet) => {
	test('signs in a new user with the official client, and the same user again later', async () => {
		const wallet = makeWallet()
		const client = clientIn(world, makeTestBrowser())
		const { data, error } = await signInWith(client, wallet)
		expect(error).toBeNull()
		expect(data.user).toMatchObject({
			email: '',
			is_anonymous: false,
			app_metadata: { provider: 'web3', providers: ['web3'] },
			user_metadata: {
				custom_claims: { address: wallet.address, chain: wallet.chain, statement: 'Sign in to the shop' },
			},
			identities: [{ provider: 'web3', id: `web3:${wallet.chain}:${wallet.address}` }],
		})
		expect((await client.auth.getClaims()).data?.claims).toMatchObject({
			aal: 'aal1',
			amr: [{ method: 'web3' }],
		})
		const key = makeKey(world.url)
		await registerPasskey(world, { accessToken: data.session?.access_token ?? '' }, key)
		expect((await signInWithPasskey(world, key)).body).toMatchObject({ user: { id: data.user?.id } })
		const again = await signInWith(clientIn(world, makeTestBrowser()), wallet)
		expect(again.data.user?.id).toBe(data.user?.id)
	})
})

interface Parts {
	domain?: string
	uri?: string
	issued?: number
	/** Further lines. */
	more?: string[]
}

/** Writes a message as wallets do. Times are in seconds from now. */
function messageOf({ chain, address }: Wallet, { domain, uri, issued = 0, more = [] }: Parts = {}): string {
	const name = chain === 'ethereum' ? 'Ethereum' : 'Solana'
	return [
		`${domain ?? new URL(world.url).host} wants you to sign in with your ${name} account:`,
		address,
		'',
		`URI: ${uri ?? `${world.url}/`}`,
		'Version: 1',
		...(chain === 'ethereum' ? ['Chain ID: 1'] : []),
		`Nonce: ${Math.random().toString(36).slice(2, 10).padEnd(8, 'x')}`,
		`Issued At: ${at(issued)}`,
		...more,
	].join('\n')
}

function at(seconds: number): string {
	return new Date(world.clock.now().getTime() + seconds * 1000).toISOString()
}

async function send(wallet: Wallet, message: string, signature = wallet.sign(message)): Promise<AuthAnswer> {
	return await callAuth(world, '/token?grant_type=web3', {
		body: { chain: wallet.chain, message, signature },
	})
}

const site = () => new URL(world.url).host
const refused: [string, (wallet: Wallet) => string][] = [
	['for another site', (wallet) => messageOf(wallet, { domain: 'evil.test', uri: 'https://evil.test/' })],
	['for another site with a URL of this one', (wallet) => messageOf(wallet, { domain: 'evil.test' })],
	['for this site with a URL of another', (wallet) => messageOf(wallet, { uri: 'https://evil.test/' })],
	[
		'for a URL with this site as the user name',
		(wallet) => messageOf(wallet, { uri: `https://${site()}@evil.test/` }),
	],
	['for a URL that is not a web page', (wallet) => messageOf(wallet, { uri: `ftp://${site()}/` })],
	['issued eleven minutes ago', (wallet) => messageOf(wallet, { issued: -660 })],
	['issued eleven minutes in the future', (wallet) => messageOf(wallet, { issued: 660 })],
	['that has expired', (wallet) => messageOf(wallet, { issued: -60, more: [`Expiration Time: ${at(-1)}`] })],
	['that is not valid yet', (wallet) => messageOf(wallet, { more: [`Not Before: ${at(60)}`] })],
]
const malformed: [string, (wallet: Wallet) => string][] = [
	['with a field twice', (wallet) => messageOf(wallet, { more: [`Issued At: ${at(0)}`] })],
	['with a second URL', (wallet) => messageOf(wallet, { more: ['URI: https://evil.test/'] })],
	['of another version', (wallet) => messageOf(wallet).replace('Version: 1', 'Version: 2')],
	['without a time', (wallet) => messageOf(wallet).replace(/\nIssued At: .*/, '')],
	['with an invalid time', (wallet) => messageOf(wallet).replace(/Issued At: .*/, 'Issued At: today')],
	[
		'with an unknown network',
		(wallet) =>
			messageOf(wallet, { more: wallet.chain === 'solana' ? ['Chain ID: x'] : [] }).replace(
				'Chain ID: 1',
				'Chain ID: 0',
			),
	],
	['without a URL', (wallet) => messageOf(wallet).replace(/\nURI: .*/, '')],
	['with an invalid nonce', (wallet) => messageOf(wallet).replace(/Nonce: .*/, 'Nonce: a b')],
	['with a line that is not a field', (wallet) => messageOf(wallet, { more: ['hello'] })],
	['with a changed first line', (wallet) => messageOf(wallet).replace(' wants you', ' does not want you')],
]

describe.each(wallets.slice(0, 2))('a message signed by %s', (_name, makeWallet) => {
	test('signs in once (the attacks below alter this message)', async () => {
		const wallet = makeWallet()
		const message = messageOf(wallet, {
			more: [`Expiration Time: ${at(60)}`, 'Resources:', '- https://a.test/'],
		})
		expect((await send(wallet, message)).status).toBe(200)
		expect((await send(wallet, message)).body).toMatchObject({
			error: 'invalid_grant',
			error_description: expect.stringContaining('used already'),
		})
		const both = await Promise.all(
			Array.from({ length: 5 }, () => messageOf(wallet)).map((text) =>
				Promise.all([send(wallet, text), send(wallet, text)]),
			),
		)
		for (const pair of both) expect(pair.map(({ status }) => status).sort()).toEqual([200, 400])
	})

	test.each(refused)('%s is refused', async (_what, write) => {
		const wallet = makeWallet()
		expect(await send(wallet, write(wallet))).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
	})

	test.each(malformed)('%s is refused', async (_what, write) => {
		const wallet = makeWallet()
		expect(await send(wallet, write(wallet))).toMatchObject({
			status: 400,
			body: { error_code: 'validation_failed' },
		})
	})

	test('rejects another wallet’s signature, a changed text and an invalid signature', async () => {
		const [wallet, stranger] = [makeWallet(), makeWallet()]
		const message = messageOf(wallet)
		const wrong = { status: 400, body: { error: 'invalid_grant' } }
		expect(await send(wallet, message, stranger.sign(message))).toMatchObject(wrong)
		expect(await send(wallet, message.replace('Nonce: ', 'Nonce: 9'), wallet.sign(message))).toMatchObject(
			wrong,
		)
		const zero = wallet.chain === 'ethereum' ? '0'.repeat(130) : Buffer.alloc(64).toString('base64')
		expect(await send(wallet, message, zero)).toMatchObject(wrong)
		const high = wallet.chain === 'ethereum' ? `${wallet.sign(message).slice(0, -2)}ff` : undefined
		if (high !== undefined) expect(await send(wallet, message, high)).toMatchObject(wrong)
		expect((await send(wallet, message)).status).toBe(200)
	})
})

test.each(web3Refusals)('rejects %s', async (...refusal) => {
	await expectRefusal(world, refusal, '')
})

test('rejects a banned user, a new user while sign-ups are closed, and a chain that is switched off', async () => {
	const wallet = ethereumWallet()
	await send(wallet, messageOf(wallet))
	await world.database.query(sql`
		update auth.users set banned_until = now() + interval '1 year'
		where id = (select user_id from auth.identities where provider_id = ${`web3:ethereum:${wallet.address}`})`)
	expect(await send(wallet, messageOf(wallet))).toMatchObject({
		status: 403,
		body: { error_code: 'user_banned' },
	})
	const closed = await createWorld({ auth: { web3Chains: ['ethereum'], signUpsOpen: false } })
	try {
		const answer = async ({ chain, sign }: Wallet, text: string) =>
			await callAuth(closed, '/token?grant_type=web3', {
				body: { chain, message: text, signature: sign(text) },
			})
		const [ethereum, solana] = [ethereumWallet(), solanaWallet()]
		const here = { domain: new URL(closed.url).host, uri: `${closed.url}/` }
		expect((await answer(ethereum, messageOf(ethereum, here))).body).toMatchObject({
			error_code: 'signup_disabled',
		})
		expect((await answer(solana, messageOf(solana, here))).body).toMatchObject({
			error_code: 'web3_provider_disabled',
			msg: 'Solana Web3 provider is disabled',
		})
	} finally {
		await closed.close()
	}
})

test('new wallets from one network are limited as sign-ups are, and the sign-ins of one wallet as those with a password', async () => {
	const shop = await createWorld({
		auth: { web3Chains: ['ethereum', 'solana'] },
		rateLimitScale: 1,
		rateLimits: new Map([
			['signUp', { points: 3, seconds: 300 }],
			['signInDone', { points: 2, seconds: 300 }],
		]),
	})
	try {
		const here = { domain: new URL(shop.url).host, uri: `${shop.url}/` }
		const signInTo = async (wallet: Wallet) => {
			const message = messageOf(wallet, here)
			const body = { chain: wallet.chain, message, signature: wallet.sign(message) }
			return (await callAuth(shop, '/token?grant_type=web3', { body })).status
		}
		const mine = ethereumWallet()
		const statuses = [await signInTo(mine)]
		for (const make of [solanaWallet, ethereumWallet, solanaWallet, ethereumWallet])
			statuses.push(await signInTo(make()))
		expect(statuses).toEqual([200, 200, 200, 429, 429])
		expect([await signInTo(mine), await signInTo(mine), await signInTo(mine)]).toEqual([200, 200, 429])
		const [made] = await shop.database.query(sql`select count(*)::integer as users from auth.users`)
		expect(made).toEqual({ users: 3 })
	} finally {
		await shop.close()
	}
})

test('the account of a wallet is deleted after thirty days without use, unless it has a guide or an address or is banned', async () => {
	const shop = await createWorld({ auth: { web3Chains: ['ethereum'] } })
	try {
		const here = { domain: new URL(shop.url).host, uri: `${shop.url}/` }
		const signedIn = async (wallet = ethereumWallet(), issued = 0) => {
			const message = messageOf(wallet, { ...here, issued })
			const body = { chain: wallet.chain, message, signature: wallet.sign(message) }
			return { wallet, ...tokensIn((await callAuth(shop, '/token?grant_type=web3', { body })).body) }
		}
		const [gone, buyer, banned, named, back] = [
			await signedIn(),
			await signedIn(),
			await signedIn(),
			await signedIn(),
			await signedIn(),
		]
		await stockStore(shop)
		const taken = await shop.request('/rest/v1/purchases', {
			method: 'POST',
			headers: {
				apikey: shop.keys.publishableKey,
				authorization: `Bearer ${buyer.accessToken}`,
				'content-type': 'application/json',
			},
			body: JSON.stringify(freeGuide()),
		})
		expect(taken.status).toBe(201)
		await shop.database.query(
			sql`update auth.users set banned_until = now() + interval '1 year' where id = ${banned.id}`,
		)
		await shop.database.query(sql`
			update auth.users set email = 'wallet@student.test', email_confirmed_at = now() where id = ${named.id}`)
		shop.clock.advance(20 * 86_400)
		await signedIn(back.wallet, 20 * 86_400)
		shop.clock.advance(11 * 86_400)
		await shop.runJob('purge-expired', {})
		const left = await shop.database.query(sql`select id from auth.users`)
		const ids = new Set(left.map(({ id }) => id))
		const wallets = [gone, buyer, banned, named, back]
		expect(wallets.filter(({ id }) => ids.has(id))).toEqual([buyer, banned, named, back])
	} finally {
		await shop.close()
	}
})
