import type { AppError } from '#server/platform/app-error.ts'
import { validationFailed } from '#server/platform/errors.ts'

export type Chain = 'ethereum' | 'solana'

/** What a wallet has signed (EIP-4361 for Ethereum, the same form for Solana). */
export interface SignInMessage {
	/** The site that the wallet showed to its user. */
	domain: string
	address: string
	statement: string
	uri: URL
	/** The network; empty if the message names none. */
	chainId: string
	issuedAt: Date
	expiresAt: Date | undefined
	notBefore: Date | undefined
}

const shortest = 64
const longest = 20 * 1024
/** The names of the chains in the error messages of the reference server. */
const names = { ethereum: 'siwe', solana: 'siws' } as const
const accounts = { ethereum: 'Ethereum', solana: 'Solana' } as const
const addresses = { ethereum: /^0x[a-fA-F0-9]{40}$/, solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ } as const
const networks = { ethereum: /^[1-9]\d{0,15}$/, solana: /^solana:(main|dev|test|local)net$/ } as const
const domain =
	/^(localhost|127\.0\.0\.1|(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,})(?::\d{1,5})?$/
const nonce = /^[A-Za-z0-9]{1,200}$/

/** Throws `validation_failed` for a message that is too short or too long. */
export function checkLength(text: string): void {
	if (Buffer.byteLength(text) < shortest) throw validationFailed('message is too short')
	if (Buffer.byteLength(text) > longest) throw validationFailed('message must not exceed 20KB')
}

/** Reads a message line by line. Throws `validation_failed`, with the reference server's message, unless it has the standard's form. */
export function readMessage(chain: Chain, text: string): SignInMessage {
	const fault = (what: string): AppError => validationFailed(`${names[chain]}: ${what}`)
	const lines = text.split('\n')
	if (lines.length < 6) throw fault('message needs at least 6 lines')
	const suffix = ` wants you to sign in with your ${accounts[chain]} account:`
	const [header = '', address = '', empty, fourth = '', fifth] = lines
	if (!header.endsWith(suffix)) throw fault(`message first line does not end in "${suffix}"`)
	const host = header.slice(0, -suffix.length)
	if (!domain.test(host)) throw fault('domain in first line of message is not valid')
	if (!addresses[chain].test(address))
		throw fault(
			`wallet address is not ${chain === 'ethereum' ? 'a valid Ethereum address' : 'in base58 format'}`,
		)
	if (empty !== '') throw fault('third line must be empty')
	const hasStatement = fourth !== '' && fifth === ''
	const fields = readFields(lines.slice(hasStatement ? 5 : 3), fault)

	if (fields.get('Version') !== '1')
		throw fault(
			`Version value is not supported, expected 1 got ${JSON.stringify(fields.get('Version') ?? '')}`,
		)
	const timeOf = (name: string) =>
		readTime(fields.get(name), () => fault(`${name} is not a valid ISO8601 timestamp`))
	const issuedAt = timeOf('Issued At')
	if (issuedAt === undefined) throw fault('Issued At is not specified')
	const [expiresAt, notBefore] = [timeOf('Expiration Time'), timeOf('Not Before')]
	if (expiresAt !== undefined && issuedAt > expiresAt) throw fault('Issued At is after Expiration Time')
	if (expiresAt !== undefined && notBefore !== undefined && notBefore > expiresAt)
		throw fault('Not Before is after Expiration Time')
	const uri = fields.get('URI')
	if (uri === undefined) throw fault('URI is not specified')
	if (!URL.canParse(uri)) throw fault('URI is not valid')
	const chainId = fields.get('Chain ID') ?? ''
	const needsChain = chain === 'ethereum' || chainId !== ''
	if (needsChain && !networks[chain].test(chainId)) throw fault('Chain ID is not valid')
	const given = fields.get('Nonce')
	if (given !== undefined && !nonce.test(given)) throw fault('Nonce is not valid')
	return {
		domain: host,
		address,
		statement: hasStatement ? fourth : '',
		uri: new URL(uri),
		chainId,
		issuedAt,
		expiresAt,
		notBefore,
	}
}

/** Reads the lines below the statement. Rejects a field that occurs twice, since it could be read in two ways. */
function readFields(lines: readonly string[], fault: (what: string) => AppError): Map<string, string> {
	const fields = new Map<string, string>()
	let inResources = false
	for (const [index, line] of lines.entries()) {
		if (inResources && line.startsWith('- ')) {
			if (!URL.canParse(line.slice(2))) throw fault('Resource has invalid URI')
			continue
		}
		inResources = line === 'Resources:' || line === 'Resources'
		if (inResources || line === '') continue
		const [, name, value] = /^([A-Z][A-Za-z ]{1,30}): ?(.*)$/.exec(line) ?? []
		if (name === undefined || value === undefined || fields.has(name))
			throw fault(`encountered unparsable line at index ${index}`)
		fields.set(name, value.trim())
	}
	return fields
}

function readTime(text: string | undefined, fault: () => AppError): Date | undefined {
	if (text === undefined) return undefined
	const time = new Date(text)
	if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(time.getTime()))
		throw fault()
	return time
}
