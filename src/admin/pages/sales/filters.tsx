import { useRead } from '#admin/api/use-read.ts'
import { type Filter, periodIn, periods } from '#admin/pages/sales/filter.ts'
import { Select } from '#admin/ui/select.tsx'
import { countryName } from '#shared/countries.ts'
import { Field } from '#web/ui/field.tsx'

interface FiltersProps {
	query: URLSearchParams
	filter: Filter
	change: (values: Record<string, string>) => void
}

/** The filter of the list. It is stored in the page's address. */
export function Filters({ query, filter, change }: FiltersProps) {
	const { data } = useRead('sales-filters', {})
	const period = periodIn(query)
	const everything = { value: '', label: 'All' }
	return (
		<div className="sales-filters">
			<Select
				label="Period"
				value={period}
				options={periods}
				onChange={(value) =>
					change(
						value === 'days'
							? { period: value, from: filter.from, to: filter.to }
							: { period: value, from: '', to: '' },
					)
				}
			/>
			{period === 'days' ? (
				<>
					<Field
						label="From"
						name="from"
						type="date"
						value={filter.from}
						onChange={(event) => change({ from: event.target.value })}
					/>
					<Field
						label="To"
						name="to"
						type="date"
						value={filter.to}
						onChange={(event) => change({ to: event.target.value })}
					/>
				</>
			) : null}
			<Select
				label="What"
				value={filter.what ?? ''}
				options={[
					everything,
					{ value: 'sales', label: 'Sales' },
					{ value: 'refunds', label: 'Refunds' },
					{ value: 'disputes', label: 'Disputes' },
					{ value: 'returned', label: 'Fees of returned payments' },
				]}
				onChange={(what) => change({ what })}
			/>
			<Select
				label="Product"
				value={filter.product ?? ''}
				options={[everything, ...(data?.products ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
				onChange={(product) => change({ product })}
			/>
			<Select
				label="State"
				value={filter.status ?? ''}
				options={[
					everything,
					{ value: 'paid', label: 'Paid' },
					{ value: 'part refunded', label: 'Part refunded' },
					{ value: 'refunded', label: 'Refunded or lost' },
					{ value: 'disputed', label: 'Disputed' },
				]}
				onChange={(status) => change({ status })}
			/>
			<Select
				label="Country"
				value={filter.country ?? ''}
				options={[
					everything,
					...(data?.countries ?? []).map((code) => ({ value: code, label: countryName(code) })),
					{ value: 'unknown', label: 'Not known' },
				]}
				onChange={(country) => change({ country })}
			/>
			<Select
				label="Order"
				value={query.get('order') === 'oldest' ? 'oldest' : ''}
				options={[
					{ value: '', label: 'Newest first' },
					{ value: 'oldest', label: 'Oldest first' },
				]}
				onChange={(order) => change({ order })}
			/>
		</div>
	)
}
