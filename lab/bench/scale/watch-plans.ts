import pg from 'pg'
import { z } from 'zod'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'

/** A statement, and how PostgreSQL ran it while it was watched. */
export interface Watched {
	text: string
	calls: number
	/** The time in PostgreSQL, for all calls in total. */
	ms: number
	/** How it finds its rows: the index or the kind of scan of each table. */
	scans: Set<string>
	/** The large tables that it has read as a whole. */
	wholeTables: Set<string>
	/** The part of its plans that has read the most rows. */
	worst: { part: string; rows: number }
}

/** Matches the statement that reads all reviews for the stars on the pages, after one has changed. */
export const ofReviews = /^with shown as \( select catalogue_id, count/

export interface WatchedPostgres extends EmbeddedPostgres {
	/** How many plans could not be read. */
	unreadable(): number
	/** Stops logging plans on new connections of a login. */
	stopWatching(login: string): Promise<void>
	watchAgain(login: string): Promise<void>
	/** Forgets the statements that have run so far. */
	forget(): void
	/** Returns the statements that have run since the last `forget`, the most frequent first. */
	statements(): Watched[]
}

// PostgreSQL writes the plan of each statement, also of those within functions, into its log.
const settings = {
	session_preload_libraries: 'auto_explain',
	'auto_explain.log_min_duration': '0',
	'auto_explain.log_format': 'json',
	'auto_explain.log_nested_statements': 'on',
	// Counts the rows of each step. Timing the steps too would slow PostgreSQL down.
	'auto_explain.log_analyze': 'on',
	'auto_explain.log_timing': 'off',
	'auto_explain.log_parameter_max_length': '0',
	// Without a prefix, a plan begins with `LOG:  duration:`, as no other line does.
	log_line_prefix: '',
}

const nodeSchema = z.object({
	'Node Type': z.string(),
	Schema: z.string().optional(),
	'Relation Name': z.string().optional(),
	'Index Name': z.string().optional(),
	'Index Cond': z.string().optional(),
	'Actual Rows': z.number().default(0),
	'Actual Loops': z.number().default(1),
	'Rows Removed by Filter': z.number().default(0),
	get Plans() {
		return z.array(nodeSchema).optional()
	},
})
type PlanNode = z.infer<typeof nodeSchema>
const planSchema = z.object({ 'Query Text': z.string(), Plan: nodeSchema })

/**
 * Starts the PostgreSQL of a data folder, and reads the plans of all statements from its log. Tables with more than `largeFrom`
 * rows are large.
 */
export async function startWatchedPostgres(dataDir: string, largeFrom = 1_000): Promise<WatchedPostgres> {
	const statements = new Map<string, Watched>()
	let large = new Set<string>()
	let unreadable = 0
	let [ms, lines]: [number, string[] | undefined] = [0, undefined]
	const postgres = await startEmbeddedPostgres({
		dataDir,
		log: () => {},
		settings,
		logServer: (line) => {
			const begins = /^LOG: {2}duration: ([\d.]+) ms {2}plan:$/.exec(line)
			if (begins) [ms, lines] = [Number(begins[1]), []]
			else if (!line.startsWith('\t')) lines = undefined
			else lines?.push(line.slice(1))
			if (line !== '\t}' || lines === undefined) return
			try {
				add(planSchema.parse(JSON.parse(lines.join('\n'))))
			} catch {
				// A plan that is longer than the pipe's buffer may be mixed with another.
				unreadable += 1
			}
			lines = undefined
		},
	})
	large = await largeTables(postgres.url, largeFrom)

	async function asSuperuser(statement: string): Promise<void> {
		const client = new pg.Client({ connectionString: postgres.url })
		await client.connect()
		await client.query(statement).finally(() => client.end())
	}

	function add({ 'Query Text': text, Plan: plan }: z.infer<typeof planSchema>): void {
		const key = calledFor(text)
		const statement = statements.get(key) ?? {
			text: key,
			calls: 0,
			ms: 0,
			scans: new Set(),
			wholeTables: new Set(),
			worst: { part: '', rows: 0 },
		}
		statements.set(key, statement)
		statement.calls += 1
		statement.ms += ms
		for (const node of nodesOf(plan)) {
			const table = node['Relation Name']
			const rows = Math.round((node['Actual Rows'] + node['Rows Removed by Filter']) * node['Actual Loops'])
			if (rows > statement.worst.rows)
				statement.worst = { part: `${node['Node Type']} ${node['Index Name'] ?? table ?? ''}`.trim(), rows }
			if (node['Index Name'] !== undefined) statement.scans.add(node['Index Name'])
			if (table === undefined || !readsAll(node)) continue
			statement.scans.add(`all of ${table}`)
			if (large.has(table)) statement.wholeTables.add(table)
		}
	}

	/** Reading a whole index counts as reading the whole table. Reading only its newest few entries does not. */
	function readsAll(node: PlanNode): boolean {
		if (node['Node Type'].endsWith('Seq Scan')) return true
		const isWalk = /^Index (Only )?Scan$/.test(node['Node Type']) && node['Index Cond'] === undefined
		return isWalk && node['Actual Rows'] + node['Rows Removed by Filter'] > largeFrom
	}

	return {
		...postgres,
		unreadable: () => unreadable,
		stopWatching: (login) =>
			asSuperuser(`alter role ${pg.escapeIdentifier(login)} set auto_explain.log_min_duration = -1`),
		watchAgain: (login) =>
			asSuperuser(`alter role ${pg.escapeIdentifier(login)} reset auto_explain.log_min_duration`),
		forget: () => statements.clear(),
		statements: () => [...statements.values()].toSorted((one, other) => other.calls - one.calls),
	}
}

/** Returns a statement without the caller's claims, so that the same statement of different callers counts as one. */
function calledFor(text: string): string {
	const key = text
		.replaceAll(/\s+/g, ' ')
		.replaceAll(/(request\.jwt\.claims = )'(?:[^']|'')*'/g, "$1'…'")
		.trim()
	return key === '' ? '(a function in SQL, such as shop.may_download)' : key
}

function nodesOf(node: PlanNode): PlanNode[] {
	return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

async function largeTables(url: string, from: number): Promise<Set<string>> {
	const client = new pg.Client({ connectionString: url })
	await client.connect()
	try {
		const { rows } = await client.query(
			"select relname from pg_class where relkind = 'r' and reltuples >= $1 and relnamespace::regnamespace::text !~ '^pg_'",
			[from],
		)
		return new Set(
			z
				.array(z.object({ relname: z.string() }))
				.parse(rows)
				.map(({ relname }) => relname),
		)
	} finally {
		await client.end()
	}
}
