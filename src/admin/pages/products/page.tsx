import { Link } from 'react-router'
import { useRead } from '#admin/api/use-read.ts'
import { ProductsFrame } from '#admin/pages/products/products-frame.tsx'
import { useMe } from '#admin/session/session.ts'
import { type Column, ListTable } from '#admin/ui/list-table.tsx'
import { Empty } from '#admin/ui/states.tsx'
import type { Answer } from '#shared/admin/api.ts'
import { statusNames } from '#shared/admin/names.ts'
import { dayOf } from '#shared/dates.ts'
import { formatPounds } from '#shared/money.ts'

type Product = Answer<'products'>['rows'][number]

/** Lists every product, and how well it is doing. */
export function Page() {
	const read = useRead('products', {})
	const seesSums = useMe().role !== 'helper'
	return (
		<ProductsFrame
			title="Products"
			note="Open a product to change its price or its file. Its texts are under Words."
			updatedAt={read.updatedAt}
		>
			<ListTable
				caption="Products"
				columns={[
					{
						title: 'Product',
						ownLine: true,
						cell: ({ title }) => title,
					},
					...columns,
					...(seesSums ? [soldColumn] : []),
				]}
				rows={read.data?.rows}
				keyOf={({ id }) => id}
				hrefOf={({ id }) => `/products/${id}`}
				read={read}
				empty={<Empty title="The catalogue is empty" />}
			/>
			{seesSums ? (
				<p className="margin-note mt-4">
					“Sold” counts every purchase, and every copy taken of a free guide. Refunded purchases count too.
				</p>
			) : null}
		</ProductsFrame>
	)
}

const columns: readonly Column<Product>[] = [
	{ title: 'Status', cell: ({ status }) => statusNames[status] },
	{
		title: 'Price',
		isNumber: true,
		cell: ({ price_pence: pence }) => (pence === null ? '' : formatPounds(pence)),
	},
	{
		title: 'Edition',
		onlyWide: true,
		cell: ({ edition }) => (edition === null ? '' : dayOf(new Date(edition))),
	},
	{
		title: 'Reviews',
		cell: ({ id, rating, reviews, unanswered, status }) =>
			reviews === 0 ? (
				<span className="text-soft">{status === 'coming soon' ? '' : 'None yet'}</span>
			) : (
				<Link to={`/products/reviews?product=${id}`} className="link inline-flex min-h-11 items-center">
					{rating?.toFixed(1)} from {reviews.toLocaleString('en-GB')}
					{unanswered === 0 ? '' : `, ${unanswered.toLocaleString('en-GB')} unanswered`}
				</Link>
			),
	},
	{ title: 'On hold', isNumber: true, onlyWide: true, cell: ({ held }) => (held === 0 ? '–' : held) },
	{
		title: 'Waiting',
		isNumber: true,
		onlyWide: true,
		cell: ({ waiting, status }) =>
			status === 'coming soon' || waiting > 0 ? `${waiting.toLocaleString('en-GB')} for its release` : '',
	},
]

const soldColumn: Column<Product> = {
	title: 'Sold',
	isNumber: true,
	cell: ({ sold, status }) =>
		sold === null || (status === 'coming soon' && sold === 0) ? (
			''
		) : (
			<>
				{sold.toLocaleString('en-GB')}
				<span className="only-phone"> {status === 'free' ? 'taken' : 'sold'}</span>
			</>
		),
}
