import { z } from 'zod'
import { type Actor, defineAct } from '#server/admin-api/define-act.ts'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { settleDiscountCodesJob } from '#server/features/codes/jobs.ts'
import { exists, maybeOne, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { askProviderForOwner } from '#server/shop/decide-purchase.ts'
import { guideNotOnSale } from '#server/shop/errors.ts'
import { recordInLog } from '#server/shop/owner-acts.ts'
import { ProviderFailure } from '#server/shop/payment-provider.ts'
import { DecisionError, type PlannedAct } from '#server/shop/plan.ts'
import { takesAll } from '#server/shop/usable-code.ts'
import type { Parsed } from '#shared/admin/api.ts'
import { codesApi } from '#shared/admin/codes.ts'
import { isBundle, nounOf } from '#shared/bundle-id.ts'
import { dayOf } from '#shared/dates.ts'
import { discountOf } from '#shared/discount.ts'
import { formatPounds } from '#shared/money.ts'
import { counted } from '#shared/wording.ts'
import { leastPence } from './least-price.ts'
import { type CodeTarget, listCodeTargets } from './list-codes.ts'
import { settleDiscountCode } from './settle-codes.ts'

type NewCode = Parsed<'make-code'>

type CodeContext = Pick<AdminDependencies, 'database' | 'payments' | 'clock'>

/** Throws `DecisionError` if the code would leave too little to pay, or if there is a code with the same letters. */
async function planCode(admin: CodeContext, wanted: NewCode, actor: Actor): Promise<PlannedAct<null>> {
	const { database, clock } = admin
	requireOpen(admin)
	const code = wanted.code.toUpperCase()
	const isFree = wanted.percent_off === takesAll
	const { percent_off: percent, off_pence: pence, most_uses: most, once_per_customer: isOnce } = wanted
	if ((percent === undefined) === (pence === undefined))
		throw new DecisionError('Say what the code takes off: a percentage or an amount.')
	const guides = targetsOf(wanted, await listCodeTargets(database))
	const offOf = (price: number) => discountOf(wanted, price)
	for (const { id, title, least_pence: price } of guides)
		if (!isFree && price - offOf(price) < leastPence)
			throw new DecisionError(
				`With this code, ${title} would cost ${price > offOf(price) ? formatPounds(price - offOf(price)) : 'nothing'} instead of ${formatPounds(price)}, and Stripe takes no payment below ${formatPounds(leastPence)}. Take less off, leave that ${nounOf(id)} out, or take 100% off, which needs no payment.`,
			)
	const { startsAt, endsAt } = await timesOf(admin, wanted)
	const isLater = startsAt > clock.now()
	const isTaken = await exists(
		database,
		sql`select from shop.discount_codes where code = ${code} and turned_off_at is null`,
	)
	if (isTaken)
		throw new DecisionError(`There is a code ${code} already. Turn that one off first, or choose another.`)
	return {
		will: [
			`${isLater ? `From ${dayOf(startsAt)}` : 'From now on'}, anyone who ${isFree ? `comes by a link with ${code}` : `types ${code} on the payment page`} pays less: ${guides
				.map(
					({ title, price_pence: price }) =>
						`${formatPounds(price - offOf(price))} instead of ${formatPounds(price)} for ${title}`,
				)
				.join('; ')}.`,
			...(isFree
				? [
						'They sign in and accept the terms, and have it: no card, no payment page, nothing at Stripe. It’s a sale of £0.00 with a receipt. Nobody can type this code: give them its links.',
					]
				: []),
			endsAt === null
				? 'It can be used until you turn it off.'
				: `It can be used until the end of ${dayOf(new Date(endsAt.getTime() - 1))}.`,
			most === undefined
				? 'It can be used any number of times.'
				: `It can be used ${most === 1 ? 'once' : `${most.toLocaleString('en-GB')} times`} in all.`,
			...(isOnce
				? [
						isFree
							? 'Each customer can use it once.'
							: 'Each customer can use it once. For as long as it runs, the payment page doesn’t ask those who have used it for a code. If somebody manages to use it twice, the second purchase goes on hold for you.',
					]
				: []),
			'The shop tells nobody about it: you decide whom to give the code, or its link, to.',
		],
		executeInSteps: async (recorded) => {
			const id = await recorded(async (tx) => {
				const row = await maybeOne(
					tx,
					sql`
					insert into shop.discount_codes
						(code, percent_off, off_pence, catalogue_ids, for_bundles, starts_at, ends_at, most_uses, once_per_customer, made_by, made_at)
					values (
						${code}, ${percent ?? null}, ${pence ?? null}, ${wanted.guides === undefined ? null : guides.map((guide) => guide.id)}::text[],
						${wanted.with_bundles},						${startsAt}, ${endsAt}, ${most ?? null}, ${isOnce}, ${actor.by}, ${clock.now()}
					) on conflict do nothing returning id`,
					z.object({ id: z.uuid() }),
				)
				if (row === undefined) throw new DecisionError(`Somebody else has just created a code ${code}.`)
				if (isLater && !isFree)
					await addJob(
						tx,
						settleDiscountCodesJob,
						{},
						{ afterSeconds: (startsAt.getTime() - clock.now().getTime()) / 1000 },
					)
				return {
					answer: row.id,
					details: { ...wanted, code, discount_code_id: row.id },
					// The log then says “FRESHERS20: none → 20% off”.
					before: { [code]: null },
					after: { [code]: inWords(wanted, guides) },
				}
			})
			if (!isFree) await makeAtStripe(admin, { id, code }, actor)
			return null
		},
	}
}

/** Makes a code at Stripe. If Stripe refuses, the code is deleted here; if the outcome is unknown, the shop keeps trying. */
async function makeAtStripe(
	admin: CodeContext,
	{ id, code }: { id: string; code: string },
	actor: Actor,
): Promise<void> {
	try {
		await askProviderForOwner(() => settleDiscountCode(admin, id))
	} catch (error) {
		if (!(error instanceof DecisionError)) throw error
		if (isUnknown(error))
			throw new DecisionError(
				`It is not known yet whether Stripe has created ${code}: ${error.message}. The shop keeps trying, and lists the code as running once it can be used.`,
				error,
			)
		await admin.database.asServer(async (tx) => {
			await tx.execute(sql`delete from shop.discount_codes where id = ${id}`)
			await recordInLog(tx, 'code-refused', {
				by: actor.by,
				staffId: actor.member.id,
				reason: actor.reason,
				details: { code, discount_code_id: id },
				before: { [code]: null },
				after: { [code]: 'refused' },
			})
		})
		throw new DecisionError(
			`There is no code ${code}: ${error.message}${/rak_/.test(error.message) ? ' The settings’ doctor names the permissions that codes need.' : ''}`,
			error,
		)
	}
}

export async function planTurnOff(
	admin: CodeContext,
	{ id }: Parsed<'turn-off-code'>,
): Promise<PlannedAct<null>> {
	const { database, clock } = admin
	requireOpen(admin)
	const found = await maybeOne(
		database,
		sql`select code, turned_off_at is not null as is_off from shop.discount_codes where id = ${id}`,
		z.object({ code: z.string(), is_off: z.boolean() }),
	)
	if (found === undefined) throw new DecisionError('There is no such code.')
	const { code, is_off: isOff } = found
	return {
		will: isOff
			? []
			: [
					`${code} can no longer be used. A buyer who has already typed it on the payment page may still pay the lower price.`,
					'Purchases that were paid with it stay as they are. It can’t be turned on again, but you can create a new one with the same letters.',
				],
		execute: async (tx) => {
			const changed = await tx.execute(sql`
					update shop.discount_codes set turned_off_at = ${clock.now()} where id = ${id} and turned_off_at is null`)
			if (changed === 0) throw new DecisionError('Somebody else has already turned it off.')
			return {
				details: { code, discount_code_id: id },
				before: { [code]: 'on' },
				after: { [code]: 'off' },
			}
		},
		afterwards: async () => {
			try {
				await askProviderForOwner(() => settleDiscountCode(admin, id))
			} catch (error) {
				if (!(error instanceof DecisionError)) throw error
				throw new DecisionError(
					`Stripe has not confirmed that ${code} is off: ${error.message}. The shop keeps trying, and no new payment page accepts it.`,
					error,
				)
			}
		},
	}
}

export const codeActs = {
	'make-code': defineAct(codesApi['make-code'], {
		does: 'creates a discount code, which buyers type on the payment page',
		log: 'Made a discount code',
		roles: ['owner'],
		sensitive: true,
		plan: planCode,
	}),
	'turn-off-code': defineAct(codesApi['turn-off-code'], {
		does: 'turns a discount code off',
		log: 'Turned a discount code off',
		roles: ['owner'],
		sensitive: true,
		plan: planTurnOff,
	}),
}

/** Describes a code in words, for the log. */
function inWords(
	{ percent_off: percent, off_pence: pence, guides: named, ...wanted }: NewCode,
	guides: readonly CodeTarget[],
): string {
	return [
		`${percent === undefined ? formatPounds(pence ?? 0) : `${percent}%`} off`,
		named === undefined
			? `all paid guides${wanted.with_bundles ? ' and bundles' : ''}`
			: guides.map(({ title }) => title).join(' and '),
		...(wanted.from === undefined ? [] : [`from ${wanted.from}`]),
		...(wanted.until === undefined ? [] : [`until ${wanted.until}`]),
		...(wanted.most_uses === undefined ? [] : [counted(wanted.most_uses, 'use')]),
		...(wanted.once_per_customer ? ['once per customer'] : []),
	].join(', ')
}

/** Throws `DecisionError` in a copy of the shop, which must not change anything at Stripe. */
function requireOpen({ payments }: CodeContext): void {
	if (payments.closedBecause !== undefined)
		throw new DecisionError(
			'This is a copy of the shop or a restored backup, which changes nothing at Stripe until it is resumed.',
		)
}

function targetsOf({ guides: wanted, with_bundles: isForBundles }: NewCode, all: readonly CodeTarget[]) {
	if (wanted !== undefined && isForBundles)
		throw new DecisionError('Name the bundles as well, or name neither guides nor bundles.')
	const targets = all.filter(({ id }) => wanted?.includes(id) ?? (isForBundles || !isBundle(id)))
	if (targets.length === 0) throw new DecisionError('No guide that this code could apply to is on sale.')
	if (wanted !== undefined && targets.length < new Set(wanted).size) throw guideNotOnSale()
	return targets
}

async function timesOf({ database, clock }: CodeContext, { from, until }: NewCode) {
	const now = clock.now()
	const times = await one(
		database,
		sql`
		select ${from ?? null}::date::timestamp at time zone 'Europe/London' as starts_at,
			(${until ?? null}::date + 1)::timestamp at time zone 'Europe/London' as ends_at`,
		z.object({ starts_at: z.date().nullable(), ends_at: z.date().nullable() }),
	)
	const startsAt = times.starts_at !== null && times.starts_at > now ? times.starts_at : now
	const endsAt = times.ends_at
	if (endsAt !== null && endsAt <= startsAt)
		throw new DecisionError(
			endsAt <= now ? 'Its last day has passed.' : 'Its last day is before the first. Change one of them.',
		)
	return { startsAt, endsAt }
}

/** Reports whether the provider may have acted without confirming it. */
function isUnknown({ cause }: DecisionError): boolean {
	return cause instanceof ProviderFailure && !cause.definite
}
