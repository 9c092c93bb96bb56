import { useRead } from '#admin/api/use-read.ts'
import { MakeBundle } from '#admin/pages/products/make-bundle.tsx'
import { ProductsFrame } from '#admin/pages/products/products-frame.tsx'
import { useMe } from '#admin/session/session.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { type Column, ListTable } from '#admin/ui/list-table.tsx'
import { Empty } from '#admin/ui/states.tsx'
import { dayOfTime } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import { formatPounds } from '#shared/money.ts'

type Bundle = Answer<'bundles'>['rows'][number]

/** What a helper is not shown. */
const sums: Column<Bundle>[] = [
	{
		title: 'Sold',
		isNumber: true,
		cell: ({ sold, refunded }) => (
			<>
				{sold?.toLocaleString('en-GB')}
				<span className="only-phone"> sold</span>
				{refunded === 0 ? null : (
					<span className="block text-soft">{refunded?.toLocaleString('en-GB')} refunded</span>
				)}
			</>
		),
	},
	{
		title: 'Paid for it',
		isNumber: true,
		onlyWide: true,
		cell: ({ paid_pence: paid }) => (paid === null ? '' : formatPounds(paid)),
	},
]

/** Lists the bundles, and how often each was sold. */
export function Page() {
	const read = useRead('bundles', {})
	const { role } = useMe()
	const isOwner = role === 'owner'
	return (
		<ProductsFrame
			title="Bundles"
			note="Several guides for one price, with one payment and one receipt. The pages of the guides and the list of premium guides offer them."
			updatedAt={read.updatedAt}
			actions={isOwner ? <MakeBundle guides={read.data?.guides ?? []} onDone={read.reload} /> : undefined}
		>
			<ListTable
				caption="Bundles"
				columns={[
					{ title: 'Bundle', cell: (bundle) => <Contents bundle={bundle} />, ownLine: true },
					{ title: 'State', cell: (bundle) => <State bundle={bundle} />, ownLine: true },
					{
						title: 'Price',
						isNumber: true,
						cell: ({ price_pence: price, sum_pence: sum }) => (
							<>
								{formatPounds(price)}
								<span className="block text-soft">instead of {formatPounds(sum)}</span>
							</>
						),
					},
					...(role === 'helper' ? [] : sums),
					...(isOwner
						? [
								{
									title: 'Change',
									ownLine: true,
									cell: (bundle: Bundle) => <Withdraw bundle={bundle} onDone={read.reload} />,
								},
							]
						: []),
				]}
				rows={read.data?.rows}
				keyOf={({ id }) => id}
				read={read}
				empty={
					<Empty title="No bundles yet">
						{isOwner
							? 'Combine two or more guides. A bundle has to cost less than its guides do separately.'
							: 'An owner can combine two or more guides.'}
					</Empty>
				}
			/>
			<p className="margin-note mt-4">
				“Sold” counts payments. Refunded ones stay in the count and in the sum.
			</p>
		</ProductsFrame>
	)
}

function Contents({ bundle: { title, sentence, guides, made_by: by, made_at: at } }: { bundle: Bundle }) {
	return (
		<>
			<b>{title}</b>
			<span className="block">{guides.join(', ')}</span>
			<span className="block text-soft">{sentence}</span>
			<span className="block text-soft wrap-anywhere">
				Made by {by}, {dayOfTime(at)}
			</span>
		</>
	)
}

function State({ bundle: { state, withdrawn_at: at } }: { bundle: Bundle }) {
	if (state === 'on sale') return 'On sale'
	if (state === 'withdrawn')
		return <span className="text-soft">Withdrawn{at === null ? '' : `, ${dayOfTime(at)}`}</span>
	return (
		<>
			<span className="text-brick">Not offered</span>
			<span className="block text-soft">
				One of its guides isn’t on sale, or its guides, bought one by one, now cost no more than the bundle.
			</span>
		</>
	)
}

function Withdraw({ bundle: { id, title, state }, onDone }: { bundle: Bundle; onDone: () => void }) {
	if (state === 'withdrawn') return null
	return (
		<div className="whitespace-nowrap">
			<ActButton
				act="withdraw-bundle"
				input={{ id }}
				title={`Withdraw ${title}`}
				opens="Withdraw"
				label={`Withdraw ${title}`}
				isDanger
				done={`${title} is withdrawn`}
				onDone={onDone}
			/>
		</div>
	)
}
