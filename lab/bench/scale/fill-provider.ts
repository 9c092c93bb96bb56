import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import pg from 'pg'
import { z } from 'zod'

const checkoutSession = `select c.session_id as id, null as parent, c.created_at as at, json_build_object(
		'id', c.session_id, 'object', 'checkout.session', 'mode', 'payment', 'created', seconds(c.created_at), 'expires_at', seconds(c.expires_at),
		'url', case when p.status = 'pending' then c.url end,
		'status', case when c.payment_intent_id is not null then 'complete' when p.status = 'pending' then 'open' else 'expired' end,
		'payment_status', case when c.payment_intent_id is null then 'unpaid' else 'paid' end,
		'payment_intent', c.payment_intent_id, 'client_reference_id', p.id, 'currency', 'gbp',
		'amount_subtotal', p.price_pence, 'amount_total', p.price_pence,
		'metadata', json_build_object('purchase_id', p.id, 'user_id', coalesce(p.user_id, gen_random_uuid()), 'catalogue_id', p.catalogue_id),
		'consent', json_build_object('terms_of_service', 'accepted'), 'customer_email', p.id || '@student.example'
	) as data
	from public.purchases p join shop.checkouts c on c.purchase_id = p.id`

const paid = `from shop.balance_movements m join shop.checkouts c on c.payment_intent_id = m.payment_intent_id and m.kind = 'charge'
	join public.purchases p on p.id = c.purchase_id left join public.refunds r on r.purchase_id = p.id and r.kind = 'refund'`

const intent = `select m.payment_intent_id as id, c.session_id as parent, m.at, json_build_object(
		'id', m.payment_intent_id, 'object', 'payment_intent', 'amount', m.amount_pence, 'currency', 'gbp', 'created', seconds(m.at),
		'latest_charge', m.source_id, 'status', 'succeeded', 'metadata', json_build_object('purchase_id', p.id)
	) as data ${paid}`

const charge = `select m.source_id as id, m.payment_intent_id as parent, m.at, json_build_object(
		'id', m.source_id, 'object', 'charge', 'amount', m.amount_pence, 'amount_refunded', coalesce(r.amount_pence, 0), 'currency', 'gbp',
		'created', seconds(m.at), 'paid', true, 'status', 'succeeded', 'refunded', r.id is not null, 'payment_intent', m.payment_intent_id,
		'balance_transaction', m.id, 'metadata', json_build_object('purchase_id', p.id)
	) as data ${paid}`

const ofCharge = `select m.source_id as id, of_charge.source_id as parent, m.at`
const joinCharge = `join shop.balance_movements of_charge on of_charge.payment_intent_id = m.payment_intent_id and of_charge.kind = 'charge'`

const refund = `${ofCharge}, json_build_object(
		'id', m.source_id, 'object', 'refund', 'amount', -m.amount_pence, 'currency', 'gbp', 'created', seconds(m.at), 'status', 'succeeded',
		'charge', of_charge.source_id, 'payment_intent', m.payment_intent_id, 'balance_transaction', m.id, 'metadata', json_build_object()
	) as data
	from shop.balance_movements m ${joinCharge} where m.kind = 'refund'`

const dispute = `${ofCharge}, json_build_object(
		'id', m.source_id, 'object', 'dispute', 'amount', d.amount_pence, 'currency', 'gbp', 'created', seconds(m.at),
		'status', case d.state when 'lost' then 'lost' else 'needs_response' end, 'charge', of_charge.source_id, 'payment_intent', m.payment_intent_id,
		'balance_transactions', json_build_array(json_build_object('amount', m.amount_pence)), 'is_charge_refundable', false,
		'evidence_details', json_build_object('due_by', seconds(d.answer_by)), 'metadata', json_build_object()
	) as data
	from shop.balance_movements m join shop.disputes d on d.id = m.source_id ${joinCharge} where m.kind = 'dispute'`

const balanceTransaction = `select m.id, null as parent, m.at, json_build_object(
		'id', m.id, 'object', 'balance_transaction', 'amount', m.amount_pence, 'fee', m.fee_pence, 'net', m.amount_pence - m.fee_pence,
		'currency', 'gbp', 'created', seconds(m.at), 'source', m.source_id, 'status', 'available', 'type', m.kind
	) as data
	from shop.balance_movements m`

const kinds = {
	'checkout.session': checkoutSession,
	payment_intent: intent,
	charge,
	refund,
	dispute,
	balance_transaction: balanceTransaction,
}

const rowsSchema = z.array(
	z.object({ id: z.string(), parent: z.string().nullable(), created: z.int(), data: z.string() }),
)
const rowsAtATime = 20_000

/**
 * Replaces the payments in a data folder's sandbox with those in the shop's records. The sandbox must be stopped. The payments
 * have only the fields that the shop reads, so that the file stays small.
 */
export async function fillProvider(dataDir: string, superuserUrl: string): Promise<void> {
	const store = new DatabaseSync(join(dataDir, 'sandbox', 'sandbox-1.sqlite'))
	const client = new pg.Client({ connectionString: superuserUrl })
	await client.connect()
	try {
		await client.query(
			'create function pg_temp.seconds(at timestamptz) returns bigint language sql immutable return floor(extract(epoch from at))',
		)
		store.exec('pragma synchronous = off; pragma journal_mode = off; pragma cache_size = -500000')
		store.exec('begin; delete from delivery_tries; delete from deliveries; delete from objects')
		const insert = store.prepare(
			'insert into objects (kind, id, parent, created, data) values (?, ?, ?, ?, ?)',
		)
		await client.query('begin')
		for (const [kind, select] of Object.entries(kinds)) await copyObjects(client, { kind, select, insert })
		await client.query('commit')
		store.exec('commit; pragma journal_mode = wal')
	} finally {
		store.close()
		await client.end()
	}
}

interface Copying {
	kind: string
	select: string
	insert: StatementSync
}

async function copyObjects(client: pg.Client, { kind, select, insert }: Copying): Promise<void> {
	const text = select.replaceAll(/\bseconds\(/g, 'pg_temp.seconds(')
	await client.query(
		`declare objects cursor for select id, parent, pg_temp.seconds(at)::integer as created, data::text from (${text}) as object order by at`,
	)
	for (;;) {
		const { rows } = await client.query(`fetch ${rowsAtATime} from objects`)
		for (const { id, parent, created, data } of rowsSchema.parse(rows))
			insert.run(kind, id, parent, created, data)
		if (rows.length < rowsAtATime) break
	}
	await client.query('close objects')
}
