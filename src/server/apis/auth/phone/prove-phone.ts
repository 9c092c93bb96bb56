import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { countTry, giveBackGuess } from '#server/apis/auth/email-links/code-tries.ts'
import {
	lockToken,
	matching,
	type ProvedToken,
	type TokenType,
} from '#server/apis/auth/email-links/one-time-tokens.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { TextGateway } from '#server/shop/text-messages/text-gateway.ts'

interface Typed {
	phone: string
	code: string
	types: readonly TokenType[]
	/** The network address that the typed code came from; undefined in a session, where tries are limited already. */
	from: string | undefined
}

/**
 * Runs `apply` on the request whose code was typed, in one transaction. Returns `dead` if the code is wrong, used or expired. If
 * the gateway checks codes itself, a first transaction counts the attempt, then the gateway is asked, and `apply` runs in a
 * second one.
 */
export async function provePhone<T>(
	{ database, clock }: Pick<AuthDependencies, 'database' | 'clock'>,
	gateway: Pick<TextGateway, 'checkCode'>,
	{ code, phone, ...asked }: Typed,
	apply: (tx: Transaction, proved: ProvedToken) => Promise<T>,
): Promise<T | 'dead'> {
	const typed = { ...asked, contact: phone }
	const accept = async (tx: Transaction, found: ProvedToken | undefined) => {
		if (found === undefined) return 'dead'
		await giveBackGuess(tx, phone)
		return await apply(tx, found)
	}
	if (gateway.checkCode === undefined)
		return await database.asServer(async (tx) =>
			accept(tx, matching(await countTry(tx, typed, clock.now()), code)),
		)
	const { rows } = await database.asServer((tx) => countTry(tx, typed, clock.now()))
	const [waiting, ...others] = rows
	// The gateway knows only the number. If several users are waiting for codes to it, the gateway cannot tell whose code this
	// is.
	if (waiting === undefined || others.length > 0) return 'dead'
	if (!(await gateway.checkCode(phone, code))) return 'dead'
	return await database.asServer(async (tx) => accept(tx, await lockToken(tx, waiting.id)))
}
