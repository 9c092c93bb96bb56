import { useRead } from '#admin/api/use-read.ts'
import { CodeLinks } from '#admin/pages/products/code-links.tsx'
import { MakeCode } from '#admin/pages/products/make-code.tsx'
import { ProductsFrame } from '#admin/pages/products/products-frame.tsx'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { ListTable } from '#admin/ui/list-table.tsx'
import { Empty } from '#admin/ui/states.tsx'
import { dayOfTime } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import { formatPounds } from '#shared/money.ts'

type Code = Answer<'discount-codes'>['rows'][number]

/** Lists the discount codes: how often each was used, how much it took off in total, and how much was paid with it. */
export function Page() {
	const read = useRead('discount-codes', {})
	return (
		<ProductsFrame
			title="Codes"
			note="Customers open a link with a code, or type the code on the payment page, and pay less. Stripe keeps the codes; those that you make at Stripe itself aren’t listed."
			updatedAt={read.updatedAt}
			actions={<MakeCode guides={read.data?.guides ?? []} onDone={read.reload} />}
		>
			<ListTable
				caption="Discount codes"
				columns={[
					{ title: 'Code', cell: ({ code }) => <b className="whitespace-nowrap">{code}</b> },
					{ title: 'State', cell: (code) => <State code={code} /> },
					{ title: 'Takes off', cell: (code) => <TakesOff code={code} />, ownLine: true },
					{ title: 'Can be used', cell: (code) => <Limits code={code} />, ownLine: true },
					{
						title: 'Uses',
						isNumber: true,
						cell: ({ uses, most_uses: most }) => (
							<>
								{uses.toLocaleString('en-GB')}
								{most === null ? '' : ` of ${most.toLocaleString('en-GB')}`}
								<span className="only-phone"> used</span>
							</>
						),
					},
					{
						title: 'Cost',
						isNumber: true,
						cell: ({ cost_pence: cost }) => (
							<>
								{formatPounds(cost)}
								<span className="only-phone"> off in total</span>
							</>
						),
					},
					{
						title: 'Paid with it',
						isNumber: true,
						onlyWide: true,
						cell: ({ paid_pence: paid }) => formatPounds(paid),
					},
					{
						title: 'Change',
						ownLine: true,
						cell: (code) => (
							<div className="flex flex-wrap gap-x-2">
								<CodeLinks code={code} guides={read.data?.guides ?? []} />
								<TurnOff code={code} onDone={read.reload} />
							</div>
						),
					},
				]}
				rows={read.data?.rows}
				keyOf={({ id }) => id}
				read={read}
				empty={
					<Empty title="No codes yet">
						Make one, and give it to anyone you like. The payment page asks for a code only while one can be
						used.
					</Empty>
				}
			/>
			<p className="margin-note mt-4">
				“Uses” counts the purchases paid with the code, refunded ones too. “Cost” is how much it took off in
				total.
			</p>
		</ProductsFrame>
	)
}

const stateNames = {
	running: 'Can be used',
	later: 'Begins later',
	ended: 'Ended',
	'used up': 'Used up',
	off: 'Turned off',
	'not at Stripe': 'Not at Stripe yet',
} as const

function State({ code: { state, refusal } }: { code: Code }) {
	if (state === 'running') return stateNames.running
	if (state !== 'not at Stripe') return <span className="text-soft">{stateNames[state]}</span>
	return <span className="text-brick">{refusal === null ? stateNames[state] : 'Refused'}</span>
}

function TakesOff({ code }: { code: Code }) {
	const { percent_off: percent, off_pence: pence, guides, for_bundles: isForBundles } = code
	const all = `All paid guides${isForBundles ? ' and bundles' : ''}`
	return (
		<>
			{percent === null ? formatPounds(pence ?? 0) : `${percent}%`} off
			<span className="block text-soft">{guides === null ? all : guides.join(', ')}</span>
		</>
	)
}

function Limits({ code }: { code: Code }) {
	const { state, refusal, starts_at: from, ends_at: end, once_per_customer: isOnce } = code
	const { made_by: by, made_at: at } = code
	// The code ends at midnight, so its last day is the day before.
	const last = end === null ? null : dayOfTime(new Date(Date.parse(end) - 1).toISOString())
	return (
		<>
			{state === 'later' ? `From ${dayOfTime(from)}` : `Since ${dayOfTime(from)}`}
			{last === null ? '' : `, until the end of ${last}`}
			{isOnce ? ', once per customer' : ''}
			{state === 'not at Stripe' ? (
				<span className="block text-brick wrap-anywhere">
					{refusal === null ? 'The shop keeps trying.' : `Stripe refuses it: ${refusal}`}
				</span>
			) : null}
			<span className="block text-soft wrap-anywhere">
				Made by {by}, {dayOfTime(at)}
			</span>
		</>
	)
}

function TurnOff({ code: { id, code, state }, onDone }: { code: Code; onDone: () => void }) {
	if (state === 'off') return null
	return (
		<div className="whitespace-nowrap">
			<ActButton
				act="turn-off-code"
				input={{ id }}
				title={`Turn ${code} off`}
				opens="Turn off"
				label={`Turn ${code} off`}
				isDanger
				done={`${code} is off`}
				onDone={onDone}
			/>
		</div>
	)
}
