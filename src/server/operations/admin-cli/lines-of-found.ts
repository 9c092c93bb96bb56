import type { Found } from '#server/features/customers/find-user.ts'
import { shortened, tableOf } from '#server/operations/admin-cli/table.ts'
import { describeOpening } from '#shared/admin/opening.ts'
import { formatPounds } from '#shared/money.ts'
import { accountName } from '#shared/names.ts'

type Purchase = Found['purchases'][number]

/** Shows one account with its purchases; if several were found, only lists them. */
export function linesOfFound({ accounts, more, purchases }: Found): string[] {
	const [account] = accounts
	if (account !== undefined && accounts.length === 1)
		return [
			...describeUser(account),
			...(purchases.length === 0
				? ['Has neither bought nor taken anything.']
				: purchases.flatMap(describePurchase)),
		]
	return [
		...tableOf(
			[{ title: 'Joined' }, { title: 'Account' }, { title: 'Email' }],
			accounts.map((account) => [
				account.joined,
				account.user_id,
				shortened(accountName(account, 'a guest')),
			]),
		),
		more ? '… and others. Give more of the address.' : `${accounts.length} accounts match.`,
	]
}

function describeUser({
	user_id,
	email,
	phone,
	name,
	joined,
	confirmed,
	last_sign_in,
	banned_until,
}: Found['accounts'][number]): string[] {
	return [
		`${accountName({ email, phone }, 'A guest')}${email === null || confirmed ? '' : ' (not confirmed)'}`,
		...(name === null ? [] : [`Name: ${shortened(name, 70)}`]),
		`Account ${user_id}`,
		`Joined ${joined}, ${last_sign_in === null ? 'never signed in' : `last signed in ${last_sign_in} UTC`}`,
		...(banned_until === null ? [] : [`Banned until ${banned_until} UTC`]),
	]
}

const pending =
	'The shop knows of no payment yet, and asks Stripe every five minutes. To ask now: npm run admin -- rebuild 1 --by <you>'

function describePurchase({
	purchase_id,
	day,
	product,
	paid_pence,
	status,
	receipt,
	receipt_emailed,
	receipt_refusal,
	opened,
	refunds,
}: Purchase): string[] {
	const price = paid_pence === 0 ? 'free' : formatPounds(paid_pence)
	const sent =
		receipt_refusal === null
			? receipt_emailed
				? 'emailed'
				: 'not emailed yet'
			: `refused: ${receipt_refusal}`
	return [
		'',
		`${day}  ${product}, ${price}: ${status}`,
		...(receipt === null ? [] : [`  receipt ${receipt} ${sent}`]),
		...opened.map(({ guide, last_opened: last, ...times }) => {
			const opening = describeOpening({ ...times, last: last === null ? null : `${last} UTC` })
			return `  ${opened.length === 1 ? '' : `${guide}: `}${opening}`
		}),
		...(status === 'pending' ? [`  ${pending}`] : []),
		...refunds.map((refund) => `  ${describeRefund(refund)}`),
		`  purchase ${purchase_id}`,
	]
}

function describeRefund({ day, kind, amount_pence, stands }: Purchase['refunds'][number]): string {
	const amount = formatPounds(amount_pence)
	if (kind === 'dispute')
		return `${amount} lost in a dispute on ${day}${stands ? '' : ', and won back since'}`
	return stands
		? `${amount} refunded${kind === 'by hand' ? ' by hand' : ''} on ${day}`
		: `${amount} refunded on ${day}, but the refund failed: the buyer has not received it`
}
