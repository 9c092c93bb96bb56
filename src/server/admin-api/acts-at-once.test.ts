import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { about as aboutPage } from '#catalogue/pages/about.ts'
import { operations } from '#server/features/operations.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { ActName, Sent } from '#shared/admin/api.ts'
import { actAdmin, newMember, signedInMember } from '#test/admin-api.ts'
import { depositArticle } from '#test/articles.ts'
import { confirmedUser } from '#test/auth.ts'
import { campusMetadataUrl } from '#test/campus.ts'
import { signedInClient } from '#test/clients.ts'
import { atTheProvider, pauseEvents, sell, sellOnHold, tamper } from '#test/money-ledger.ts'
import { uploadPicture } from '#test/pictures.ts'
import { withSecondStep } from '#test/second-step.ts'
import { yearOfNextJuly } from '#test/set-price.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { useWorld } from '#test/world.ts'
import { servedOperations } from './describe.ts'

const check = { start: () => {}, lastRun: () => null }
const world = await useWorld({
	sandbox: true,
	admin: 'public',
	checks: { doctor: check, audit: check },
	backups: { to: '/nowhere/backups' },
})
// Reading every table takes half as much processor time on a connection that has read them before.
const superuser = new pg.Client({ connectionString: world.testDatabase.superuserUrl })
afterAll(() => superuser.end())
const stateSql = composeStateSql()
await superuser.connect()
await pauseEvents(world)
const owner = await signedInMember(world, 'owner')

const act = async (name: string, body: object) =>
	await actAdmin(world, name, body, { bearer: await owner.takeStep() })

/** Does something that has to be done before the act that is tested. */
async function first<Row>(name: ActName, body: object, answer: z.ZodType<Row>): Promise<Row> {
	const done = await act(name, { reason: 'a test', ...body })
	expect(done, name).toMatchObject({ status: 200 })
	return answer.parse(done.body)
}

const idSchema = z.looseObject({ id: z.string() })
const draftSchema = z.object({ id: z.uuid(), saved_at: z.string() })

/** Ends the run that the other act has begun: only one of them is under way at a time. */
async function noRun() {
	await tamper(world, 'delete from shop.backup_runs')
	return {}
}

async function oneId(statement: ReturnType<typeof sql>): Promise<string> {
	const [row] = await world.database.query(statement, idSchema)
	return row?.id ?? ''
}

async function dispute(): Promise<string> {
	const { checkoutSessionId, paymentIntentId } = await sell(world)
	await atTheProvider(world, `checkout-sessions/${checkoutSessionId}/dispute`)
	await world.runJob('compare-with-provider', {})
	await world.runJobs()
	return await oneId(sql`select id from shop.disputes where payment_intent_id = ${paymentIntentId}`)
}

async function review(): Promise<string> {
	const client = await signedInClient(world)
	await client.from('purchases').insert(freeGuide())
	const { data } = await client
		.from('reviews')
		.insert({ catalogue_id: '1', rating: 5, body: '' })
		.select('id')
	return z.array(idSchema).length(1).parse(data)[0]?.id ?? ''
}

let uploads = 0
async function upload(product: string): Promise<string> {
	uploads += 1
	const response = await world.adminRequest(`/api/upload-edition?product=${product}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${await owner.takeStep()}`, 'content-type': 'application/pdf' },
		body: `%PDF-1.7\n${uploads}\n%%EOF\n`,
	})
	expect(response.status).toBe(200)
	return idSchema.parse(await response.json()).id
}

async function addFile(product: string): Promise<string> {
	const query = new URLSearchParams({ product, title: 'Checklist', purpose: 'To tick off', name: 'a.pdf' })
	const response = await world.adminRequest(`/api/add-file?${query}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${await owner.takeStep()}` },
		body: '%PDF-1.7\n%%EOF\n',
	})
	return z.object({ name: z.string() }).parse(await response.json()).name
}

async function comingSoon(): Promise<string> {
	return await oneId(
		sql`select id from public.products where coming_soon and not withdrawn and product_id is not null order by id limit 1`,
	)
}

/** Asks to be told about the release of a product that is coming soon. */
async function asked(product: string): Promise<void> {
	await tamper(
		world,
		`insert into shop.release_notices (catalogue_id, email, asked_at, confirmed_at)
		values ($1, 'ada@student.test', now(), now()) on conflict do nothing`,
		[product],
	)
}

async function draft() {
	return await first('save-announcement', { subject: 'News', body: 'They are out.' }, draftSchema)
}

/** Sends an announcement to one user who asked for news. */
async function announced(): Promise<string> {
	await tamper(world, 'update shop.announcements set ended_at = now() where begun_at is not null')
	await reader()
	const { id, saved_at: over } = await draft()
	await first('send-announcement', { id, over }, z.unknown())
	return id
}

async function reader(): Promise<void> {
	const client = await signedInClient(world)
	await client.auth.updateUser({ data: { news_since: '2026-11-01' } })
}

const guides = ['2', '3']
let bundles = 0
async function bundle() {
	bundles += 1
	await tamper(
		world,
		'update shop.bundles set withdrawn_at = now(), withdrawn_by = $1 where withdrawn_at is null',
		['Ada'],
	)
	return {
		title: `Together ${bundles}`,
		sentence: 'Both guides for less.',
		price_pence: 1699,
		guides: await pairOnSale(),
	}
}

async function pairOnSale(): Promise<string[]> {
	const rows = await world.database.query(
		sql`
		select id from public.products
		where price_pence is not null and not coming_soon and not withdrawn and not is_free order by id limit 2`,
		idSchema,
	)
	return rows.length === 2 ? rows.map(({ id }) => id) : guides
}

const about = { kind: 'page', id: 'about' } as const
const versionSchema = z.object({ version: z.int() })
let drafts = 0

/** Saves another draft of a page, and returns its version. */
async function savedDraft(): Promise<number> {
	const [read] = await world.database.query(
		sql`select version from shop.documents where kind = 'page' and id = 'about'`,
		versionSchema,
	)
	drafts += 1
	const saved = await act('save-document', {
		...about,
		version: read?.version,
		content: { ...aboutPage, story: [`Draft ${drafts}`] },
	})
	return versionSchema.parse(saved.body).version
}

/** Lets the release say something new of a page that an owner has edited. */
async function offered(): Promise<number> {
	const version = await savedDraft()
	await tamper(
		world,
		`update shop.documents set is_offered = true, of_release = jsonb_set(of_release, '{story}', '["Of the release"]') where id = $1`,
		['about'],
	)
	return version
}

let articles = 0
async function article(): Promise<string> {
	articles += 1
	return (await first('new-article', { title: `Article ${articles}` }, idSchema)).id
}

/** Publishes an article, and returns its id. */
async function shownArticle(): Promise<string> {
	const id = await article()
	const content = { ...depositArticle, slug: `shown-${id}` }
	await act('save-document', { kind: 'article', id, version: 1, content })
	await first('publish-document', { kind: 'article', id, version: 2 }, z.null())
	return id
}

const campusMetadata = async () => await (await fetch(campusMetadataUrl(world))).text()

const person = async () => (await confirmedUser(world)).id

/** The command line alone offers the others, and tests them. */
type ServedAct = Exclude<ActName, 'add-member' | 'rebuild-records'>

/** Prepares the shop for an act, and returns the act's input. A new act needs a line here. */
const inputs: { [Name in ServedAct]: () => Promise<Sent<Name>> } = {
	'release-purchase': async () => ({ purchase: (await sellOnHold(world, { hasAccount: true })).purchaseId }),
	'attach-purchase': async () => ({
		purchase: (await sellOnHold(world, { hasAccount: false })).purchaseId,
		email: (await confirmedUser(world)).email,
	}),
	'retry-jobs': async () => {
		await tamper(
			world,
			`select graphile_worker.add_job('send-receipt', json_build_object('purchaseId', gen_random_uuid()), max_attempts => 1)`,
		)
		await tamper(
			world,
			`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'x' where max_attempts = 1`,
		)
		return {}
	},
	'answer-request': async () => {
		const { purchaseId, userId } = await sell(world)
		await tamper(
			world,
			`insert into shop.requests (purchase_id, user_id, kind, said, asked_at) values ($1, $2, 'help', 'A page is blank.', now())`,
			[purchaseId, userId],
		)
		return {
			request: await oneId(sql`select id from shop.requests where purchase_id = ${purchaseId}`),
			text: 'The new edition has it.',
		}
	},
	'forget-mail': async () => {
		await tamper(
			world,
			`insert into shop.refused_mails (job, reference, reason) values ('send-receipt', 'a', '550')`,
		)
		return { id: await oneId(sql`select id::text from shop.refused_mails order by id desc limit 1`) }
	},
	'keep-answer': async () => ({ dispute: await dispute(), text: 'They read it.', over: null }),
	'send-answer': async () => ({ dispute: await dispute(), text: 'They read it.', over: null }),
	'invite-member': async () => ({ email: 'new@student.test', role: 'helper' }),
	'withdraw-invitation': async () => {
		const email = 'other@student.test'
		await first('invite-member', { email, role: 'helper' }, z.null())
		return { email }
	},
	'change-role': async () => ({ id: (await newMember(world, 'helper')).id, role: 'accountant' }),
	'remove-member': async () => ({ id: (await newMember(world, 'helper')).id }),
	refund: async () => ({ purchase: (await sell(world)).purchaseId, amount_pence: 100 }),
	'record-refund': async () => ({ purchase: (await sell(world)).purchaseId }),
	'resend-receipt': async () => ({ purchase: (await sell(world)).purchaseId }),
	'give-guide': async () => ({ customer: await person(), product: '2' }),
	'sign-out-customer': async () => ({ customer: await person() }),
	'ban-customer': async () => ({ customer: await person(), days: 3 }),
	'end-ban': async () => {
		const customer = await person()
		await first('ban-customer', { customer, days: 3 }, z.null())
		return { customer }
	},
	'drop-second-step': async () => ({ customer: (await withSecondStep(world)).id }),
	'erase-customer': async () => ({ customer: await person() }),
	'change-address': async () => ({ customer: await person(), email: 'moved@student.test' }),
	'write-note': async () => ({ customer: await person(), body: 'Called twice.' }),
	'remove-note': async () => {
		const customer = await person()
		await first('write-note', { customer, body: 'Called twice.' }, z.null())
		return { note: await oneId(sql`select id from shop.customer_notes where user_id = ${customer}`) }
	},
	'save-view': async () => ({ name: 'Mine', query: 'days=28' }),
	'remove-view': async () => ({
		id: (await first('save-view', { name: 'Other', query: 'days=7' }, idSchema)).id,
	}),
	'set-price': async () => ({ product: '2', price_pence: 1299 }),
	'cancel-price': async () => {
		await first(
			'set-price',
			{ product: '2', price_pence: 999, from: `${yearOfNextJuly()}-07-01T09:00` },
			z.null(),
		)
		return { product: '2' }
	},
	'give-away': async () => {
		await first('sell', { product: '1', price_pence: 499 }, z.null())
		return { product: '1' }
	},
	// No other act is about these two.
	sell: async () => ({ product: '7', price_pence: 499 }),
	'set-vat-rate': async () => ({ product: '6', rate: 'zero' }),
	'publish-edition': async () => ({ id: await upload('1'), changes: 'New rents', tell: false }),
	'describe-picture': async () => ({
		id: (await uploadPicture(world, owner, 1)).id,
		alt: 'A page about rents',
	}),
	'crop-picture': async () => ({
		id: (await uploadPicture(world, owner, 3)).id,
		left: 0.5,
		top: 0,
		width: 0.5,
		height: 1,
	}),
	'replace-picture': async () => ({
		id: (await uploadPicture(world, owner, 4)).id,
		replacement: (await uploadPicture(world, owner, 5)).id,
	}),
	'remove-picture': async () => ({ id: (await uploadPicture(world, owner, 2)).id }),
	'remove-file': async () => ({ product: '7', name: await addFile('7') }),
	'discard-upload': async () => ({ id: await upload('1') }),
	'take-back-edition': async () => {
		await first('publish-edition', { id: await upload('1'), changes: 'Newer', tell: false }, z.null())
		return { product: '1' }
	},
	'release-product': async () => {
		const product = await comingSoon()
		await upload(product)
		return { product, price_pence: 1599 }
	},
	'take-back-release': async () => {
		const product = await comingSoon()
		await upload(product)
		await first('release-product', { product, price_pence: 1599 }, z.null())
		return { product }
	},
	'take-off-sale': async () => ({ product: '3' }),
	'put-on-sale': async () => {
		await act('take-off-sale', { product: '3' })
		return { product: '3' }
	},
	'withdraw-product': async () => ({ product: '3' }),
	'hold-release-emails': async () => {
		const product = await comingSoon()
		await asked(product)
		return { product }
	},
	'send-release-emails': async () => {
		const product = await comingSoon()
		await asked(product)
		await act('hold-release-emails', { product })
		return { product }
	},
	'answer-review': async () => ({ review: await review(), text: 'Thanks' }),
	'hide-review': async () => ({ review: await review(), because: 'advert' }),
	'show-review': async () => {
		const id = await review()
		await first('hide-review', { review: id, because: 'advert' }, z.null())
		return { review: id }
	},
	'confirm-claim': async () => ({ claim: 'creator-story', evidence: 'A diary' }),
	'withdraw-claim': async () => {
		await act('confirm-claim', { claim: 'testimonial-1', evidence: 'An email', writer_agreed: true })
		return { claim: 'testimonial-1' }
	},
	'make-code': async () => ({ code: 'TEN', percent_off: 10 }),
	'turn-off-code': async () => {
		await first('make-code', { code: 'TWENTY', percent_off: 20 }, z.null())
		return { id: await oneId(sql`select id from shop.discount_codes where code = 'TWENTY'`) }
	},
	'make-bundle': bundle,
	'withdraw-bundle': async () => ({ id: (await first('make-bundle', await bundle(), idSchema)).id }),
	'save-announcement': async () => ({ subject: 'News', body: 'They are out.' }),
	'remove-announcement': async () => ({ id: (await draft()).id }),
	'test-announcement': async () => ({ id: (await draft()).id }),
	'send-announcement': async () => {
		await reader()
		const { id, saved_at: over } = await draft()
		return { id, over }
	},
	'stop-announcement': async () => ({ id: await announced() }),
	'resume-announcement': async () => {
		const id = await announced()
		await first('stop-announcement', { id }, z.null())
		return { id }
	},
	'publish-document': async () => ({ ...about, version: await savedDraft() }),
	'cancel-publication': async () => {
		const draft = { ...about, version: await savedDraft() }
		await first('publish-document', { ...draft, at: `${yearOfNextJuly()}-07-01T09:00` }, z.null())
		return draft
	},
	'ask-to-publish': async () => ({ ...about, version: await savedDraft() }),
	'end-request': async () => {
		const draft = { ...about, version: await savedDraft() }
		await first('ask-to-publish', draft, z.null())
		return draft
	},
	'discard-draft': async () => ({ ...about, version: await savedDraft() }),
	'take-back-document': async () => ({ ...about, version: await savedDraft(), restored: 1 }),
	'take-release': async () => ({ ...about, version: await offered() }),
	'keep-document': async () => ({ ...about, version: await offered() }),
	'new-article': async () => ({ title: 'What your deposit is for' }),
	'take-off-article': async () => ({ id: await shownArticle() }),
	'put-back-article': async () => {
		const id = await shownArticle()
		await first('take-off-article', { id }, z.null())
		return { id }
	},
	'send-test-message': async () => ({ name: 'receipt' }),
	'run-doctor': async () => ({}),
	'run-audit': async () => ({}),
	'set-where-we-sell': async () => ({ area: 'outside-eu' }),
	'start-rebuild': async () => ({}),
	resume: async () => {
		await tamper(world, `update shop.live_site set restored_at = now(), restored_from = '2026-10-01 08:00Z'`)
		return {}
	},
	'back-up': noRun,
	'check-backups': noRun,
	'add-university': async () => ({ metadata: await campusMetadata(), domains: ['campus.test'] }),
	'remove-university': async () => {
		await tamper(world, 'delete from auth.sso_providers')
		await first('add-university', { metadata: await campusMetadata(), domains: ['campus.test'] }, z.unknown())
		return { university: 'campus.test' }
	},
}

async function countActs(): Promise<number> {
	const [row] = await world.database.query(
		sql`select count(*)::integer as count from shop.owner_acts`,
		z.object({ count: z.int() }),
	)
	return row?.count ?? 0
}

/**
 * Returns what everything in the database amounts to, without what each request of the admin may leave there, and how many emails were
 * sent.
 */
async function stateOf(): Promise<unknown> {
	const { rows } = await superuser.query(await stateSql)
	return [rows, world.mails.length]
}

async function composeStateSql(): Promise<string> {
	const tables = await world.database.query(
		sql`
		select format('%I.%I', schemaname, tablename) as name from pg_tables
		where schemaname in ('public', 'shop', 'auth', 'storage', 'graphile_worker') and tablename <> 'rate_limits' order by 1`,
		z.object({ name: z.string() }),
	)
	const sums = tables.map(
		({ name }) =>
			`select '${name}' as name, count(*) as rows, coalesce(sum(hashtext((to_jsonb(t) - 'admin_used_at')::text)::bigint), 0) as hash from ${name} t`,
	)
	return `${sums.join(' union all ')} order by name`
}

const names = z
	.array(
		z.custom<ServedAct>((name) => typeof name === 'string' && name in inputs, 'an act has no input here'),
	)
	.parse(servedOperations(operations).flatMap(([name, { kind }]) => (kind === 'act' ? [name] : [])))

/** The acts that had nothing more to do once they were done. */
const idle: string[] = []

describe('a plan that is sent six times at the same moment is carried out once:', () => {
	test.each(names)('%s', async (name) => {
		const input = { ...(await inputs[name]()), reason: 'a test' }
		const before = await countActs()
		const bearer = await owner.takeStep()
		const untouched = await stateOf()
		const preview = await actAdmin(world, name, { ...input, preview: true }, { bearer })
		expect(preview, name).toMatchObject({ status: 200, body: { will: expect.any(Array) } })
		expect(preview.body.will).not.toEqual([])
		expect(await stateOf(), 'a preview changes nothing').toEqual(untouched)
		const sent = { ...input, plan: preview.body.plan }
		const answers = await Promise.all(
			Array.from({ length: 6 }, () => actAdmin(world, name, sent, { bearer })),
		)
		const statuses = answers.map(({ status }) => status).sort()
		// The new address of a customer is also limited to one email a minute.
		const refusal = expect.toSatisfy((status) => status === 409 || status === 429)
		expect(statuses, JSON.stringify(answers)).toEqual([200, ...Array.from({ length: 5 }, () => refusal)])
		expect(await countActs(), 'one act is recorded').toBe(before + 1)
		const again = await actAdmin(world, name, { ...input, preview: true }, { bearer })
		if (again.status === 200 && z.array(z.string()).parse(again.body.will).length === 0) {
			idle.push(name)
			const done = await stateOf()
			const sentAgain = await actAdmin(world, name, input, { bearer })
			expect(sentAgain.status, JSON.stringify(sentAgain.body)).toBe(200)
			expect(await stateOf(), 'an act that has nothing to do changes and records nothing').toEqual(done)
		}
	})

	test('and many of them have nothing to do after that', () => {
		expect(idle).toEqual(
			expect.arrayContaining(['set-price', 'end-ban', 'hold-release-emails', 'retry-jobs']),
		)
	})
})
