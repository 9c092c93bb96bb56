import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { readApi } from '#admin/api/call-api.ts'
import { useRead } from '#admin/api/use-read.ts'
import { Refusals } from '#admin/pages/log/refusals.tsx'
import { useMe } from '#admin/session/session.ts'
import { ListTable } from '#admin/ui/list-table.tsx'
import { PageFrame } from '#admin/ui/page-frame.tsx'
import { Select } from '#admin/ui/select.tsx'
import { Empty } from '#admin/ui/states.tsx'
import { timeOf } from '#admin/ui/times.ts'
import { useOlder } from '#admin/ui/use-older.ts'
import type { ActName, Answer } from '#shared/admin/api.ts'
import { formatPounds } from '#shared/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

type Line = Answer<'log'>['rows'][number]

const invitation: ActName = 'invite-member'

/** Shows what members and the admin CLI have done. Nobody can change these entries. */
export function Page() {
	const isOwner = useMe().role === 'owner'
	const [query, setQuery] = useSearchParams()
	const filter = { by: query.get('by') ?? undefined, customer: query.get('customer') ?? undefined }
	const read = useRead('log', filter)
	const { rows, older } = useOlder(read.data, (after) => readApi('log', { ...filter, after }))
	const [customer, setCustomer] = useState(filter.customer ?? '')
	const isFiltered = filter.by !== undefined || filter.customer !== undefined

	function change(name: string, value: string) {
		setQuery((last) => {
			if (value === '') last.delete(name)
			else last.set(name, value)
			return last
		})
	}
	return (
		<PageFrame
			title="Log"
			note="What has been done in the admin and on the command line. Nobody can change these entries."
			updatedAt={read.updatedAt}
		>
			<form
				className="filters"
				onSubmit={(event) => {
					event.preventDefault()
					change('customer', customer.trim())
				}}
			>
				<Select
					label="Who did it"
					value={filter.by ?? ''}
					options={[
						{ value: '', label: 'Anybody' },
						...(read.data?.names ?? (filter.by === undefined ? [] : [filter.by])).map((name) => ({
							value: name,
							label: name,
						})),
					]}
					onChange={(value) => change('by', value)}
				/>
				<Field
					label="Customer"
					name="customer"
					type="search"
					placeholder="Email, name, receipt or id"
					autoComplete="off"
					value={customer}
					onChange={(event) => setCustomer(event.target.value)}
				/>
				<Button type="submit" variant="secondary">
					Show
				</Button>
			</form>
			<ListTable
				caption="The log"
				columns={[
					{
						title: 'When',
						cell: ({ at }) => (
							<time dateTime={at} className="whitespace-nowrap">
								{timeOf(at)}
							</time>
						),
					},
					{ title: 'What', cell: (line) => <What line={line} />, ownLine: true },
					{ title: 'Who', cell: ({ by }) => <span className="wrap-anywhere lg:wrap-break-word">{by}</span> },
					{ title: 'Customer', cell: customerOf },
					{ title: 'Why', cell: ({ reason }) => reason ?? '', ownLine: true },
				]}
				rows={rows}
				keyOf={({ id }) => id}
				read={read}
				empty={
					isFiltered ? (
						<Empty title="Nothing matches">Choose another person, or clear the customer.</Empty>
					) : (
						<Empty title="Nothing has been done yet">
							Refunds, invitations and everything else that changes something will be listed here.
						</Empty>
					)
				}
				older={older}
			/>
			{isOwner ? <Refusals /> : null}
		</PageFrame>
	)
}

function What({ line: { act, words, purchase, product, details, before, after } }: { line: Line }) {
	const change = changeOf(before, after)
	return (
		<>
			<span className="font-semibold">{words}</span>
			{purchase === null ? null : (
				<span className="block text-soft">
					{purchase.product}
					{purchase.receipt === null ? '' : `, ${purchase.receipt}`}
				</span>
			)}
			{product === null || purchase !== null ? null : <span className="block text-soft">{product}</span>}
			{act === invitation && typeof details.role === 'string' ? (
				<span className="block text-soft">role: {details.role}</span>
			) : null}
			{change === '' ? null : <span className="block text-soft">{change}</span>}
		</>
	)
}

function customerOf({ customer }: Line) {
	if (customer === null) return ''
	return <span className="wrap-anywhere lg:wrap-break-word">{customer.name ?? 'Account deleted'}</span>
}

/** Describes what has changed, such as "role: helper → accountant". */
function changeOf(before: Line['before'], after: Line['after']): string {
	const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
	return names
		.filter((name) => name !== 'sha256')
		.map((name) => {
			const words = name.replace(/_pence$/, '').replaceAll('_', ' ')
			return `${words}: ${shown(name, before?.[name])} → ${shown(name, after?.[name])}`
		})
		.join(', ')
}

function shown(name: string, value: unknown): string {
	if (name.endsWith('_pence') && typeof value === 'number') return formatPounds(value)
	if (name === 'from' && typeof value === 'string') return timeOf(value)
	return value === undefined || value === null
		? 'none'
		: typeof value === 'string'
			? value
			: JSON.stringify(value)
}
