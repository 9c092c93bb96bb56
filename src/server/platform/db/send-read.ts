import pg from 'pg'
import { nameOf } from '#server/platform/db/prepared-statements.ts'

/** A prepared statement that runs before a read. */
interface Step {
	name: string
	values: readonly string[]
}

// Members of the driver's queries that its types leave out.
declare module 'pg' {
	interface Query {
		requiresPreparation(): boolean
		handleDataRow(message: unknown): void
		handleCommandComplete(message: unknown, connection: pg.Connection): void
	}
}

// `set_config` because, unlike `set`, it takes parameters.
const become = prepared(
	'login',
	`select set_config('transaction_read_only', 'on', true), set_config('timezone', 'UTC', true),
	set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`,
)
const readOnly = prepared('server', "select set_config('transaction_read_only', 'on', true)")
const checkSession = prepared('authenticated', 'select auth.require_live_session()')

function prepared(role: string, text: string) {
	const name = nameOf(role, text)
	return { name, prepare: `prepare ${pg.escapeIdentifier(name)} as ${text}` }
}

const ready = new WeakSet<pg.PoolClient>()

/**
 * Returns the statements that open a read. They make the transaction read-only, take on a role and its claims and, if there are
 * claims, check the session. The statements are prepared on the first use of a connection. If that fails, the read fails too.
 * It is then sent again, with the same steps as ordinary statements (see `retryUnprepared`).
 */
export function openingSteps(
	client: pg.PoolClient,
	{ role, claims }: { role: 'anon' | 'authenticated' | 'server'; claims: string | undefined },
): Step[] {
	if (!ready.has(client)) {
		ready.add(client)
		// Only the role `authenticated` may call the function that checks the session.
		const asUser = `${become.prepare}; set local role authenticated; ${checkSession.prepare}`
		client.query(role === 'server' ? readOnly.prepare : asUser).catch(() => {})
	}
	if (role === 'server') return [{ name: readOnly.name, values: [] }]
	const begin = { name: become.name, values: [role, claims ?? ''] }
	return claims === undefined ? [begin] : [begin, { name: checkSession.name, values: [] }]
}

/**
 * Sends the steps and then the read in one message, so that one transaction runs them all. Returns the rows of the read. The
 * read does not run if a step fails.
 */
export async function sendRead<R extends pg.QueryResultRow>(
	client: pg.PoolClient,
	steps: readonly Step[],
	read: pg.QueryConfig,
): Promise<R[]> {
	return await new Promise((resolve, reject) => {
		client.query(new Read<R>(steps, read, (error, result) => (error ? reject(error) : resolve(result.rows))))
	})
}

/** A query of the driver that sends other statements first and ignores their rows. */
class Read<R extends pg.QueryResultRow> extends pg.Query<R> {
	readonly #steps: readonly Step[]
	#stepsLeft: number

	constructor(
		steps: readonly Step[],
		read: pg.QueryConfig,
		callback: (error: Error | undefined, result: pg.ResultBuilder<R>) => void,
	) {
		super(read, callback)
		this.#steps = steps
		this.#stepsLeft = steps.length
	}

	override submit = (connection: pg.Connection): void => {
		for (const { name: statement, values } of this.#steps) {
			connection.bind({ statement, values: [...values] }, true)
			connection.execute({}, true)
		}
		pg.Query.prototype.submit.call(this, connection)
	}

	/** Without this, the driver would send a read without parameters as a simple query, which would end the transaction. */
	override requiresPreparation(): boolean {
		return true
	}

	override handleDataRow(message: unknown): void {
		if (this.#stepsLeft === 0) super.handleDataRow(message)
	}

	override handleCommandComplete(message: unknown, connection: pg.Connection): void {
		if (this.#stepsLeft === 0) super.handleCommandComplete(message, connection)
		else this.#stepsLeft -= 1
	}
}
