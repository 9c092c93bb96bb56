import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { readApi } from '#admin/api/call-api.ts'
import { useRead } from '#admin/api/use-read.ts'
import { useMe } from '#admin/session/session.ts'
import { ExportButton } from '#admin/ui/export-button.tsx'
import { ListTable } from '#admin/ui/list-table.tsx'
import { PageFrame } from '#admin/ui/page-frame.tsx'
import { Empty } from '#admin/ui/states.tsx'
import { dayOfTime } from '#admin/ui/times.ts'
import { useOlder } from '#admin/ui/use-older.ts'
import type { Answer } from '#shared/admin/api.ts'
import { formatPounds } from '#shared/money.ts'
import { accountName } from '#shared/names.ts'
import { Field } from '#web/ui/field.tsx'

type Row = Answer<'customers'>['rows'][number]

/** How long typing must pause before the search begins, in milliseconds. */
const restMs = 200

/** Lists all accounts, newest first, or those that a search finds. */
export function Page() {
	const { role } = useMe()
	const [query, setQuery] = useSearchParams()
	const text = query.get('text') ?? ''
	const [typed, setTyped] = useState(text)
	const input = text === '' ? {} : { text }
	const read = useRead('customers', input)
	const { rows, older } = useOlder(read.data, (after) => readApi('customers', { ...input, after }))

	useEffect(() => setTyped(text), [text])
	useEffect(() => {
		const wanted = typed.trim()
		if (wanted === text) return
		const timer = setTimeout(() => setQuery(wanted === '' ? {} : { text: wanted }, { replace: true }), restMs)
		return () => clearTimeout(timer)
	}, [typed, text, setQuery])

	return (
		<PageFrame
			title="Customers"
			note="Everybody with an account, newest first. “Paid” is what they paid, less refunds and lost disputes."
			updatedAt={read.updatedAt}
			actions={
				role === 'owner' ? (
					<ExportButton name="export-customers" input={{}} label="Export all as CSV" />
				) : null
			}
		>
			<search className="filters">
				<Field
					label="Search customers"
					type="search"
					className="wide-filter"
					hint="An email address or its beginning, a name, a receipt such as HS-123, or the id of a payment, a refund or a Checkout Session, or a part of one."
					autoComplete="off"
					spellCheck={false}
					maxLength={255}
					value={typed}
					onChange={(event) => setTyped(event.target.value)}
				/>
			</search>
			<p className="sr-only" role="status">
				{text === '' || rows === undefined ? '' : `${rows.length} found`}
			</p>
			<ListTable
				caption="Customers"
				columns={[
					{ title: 'Customer', cell: nameOf },
					{ title: 'Guides', cell: ({ guides }) => guides, isNumber: true, onlyWide: true },
					{ title: 'Paid', cell: ({ paid_pence }) => formatPounds(paid_pence), isNumber: true },
					{ title: 'Joined', cell: ({ joined_at }) => dayOfTime(joined_at), onlyWide: true },
					{ title: 'Note', cell: stateOf, ownLine: true },
				]}
				rows={rows}
				keyOf={({ id }) => id}
				hrefOf={({ id }) => `/customers/${id}`}
				read={read}
				empty={
					text === '' ? (
						<Empty title="Nobody has an account yet">
							The first person who signs up will be listed here.
						</Empty>
					) : (
						<Empty title={`Nobody matches “${text}”`}>
							They may have paid with another address: ask for the number of the receipt, or for the email
							from Stripe.
						</Empty>
					)
				}
				older={older}
			/>
		</PageFrame>
	)
}

function nameOf({ name, ...account }: Row) {
	return (
		<span className="wrap-anywhere">
			{accountName(account, 'A guest')}
			{name === null ? null : <span className="block font-normal text-soft">{name}</span>}
		</span>
	)
}

function stateOf({ email, banned, confirmed }: Row) {
	const states = [banned && 'Banned', email !== null && !confirmed && 'Address not confirmed']
	const shown = states.filter((state) => state !== false).join(', ')
	return shown === '' ? null : <span className="text-brick">{shown}</span>
}
