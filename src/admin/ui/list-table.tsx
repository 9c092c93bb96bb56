import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Read } from '#admin/api/use-read.ts'
import { Failed, Loading } from '#admin/ui/states.tsx'
import type { Older } from '#admin/ui/use-older.ts'
import { Button } from '#web/ui/button.tsx'

export interface Column<Row> {
	title: string
	cell: (row: Row) => ReactNode
	isNumber?: boolean
	/** Whether to omit the column on a phone, because the row's own page shows it. */
	onlyWide?: boolean
	/** Whether the cell has a line of its own on a phone, as buttons do. */
	ownLine?: boolean
}

interface ListTableProps<Row> {
	/** Says what the table lists, for screen readers. */
	caption: string
	columns: readonly Column<Row>[]
	/** Undefined until the first rows have been read. */
	rows: readonly Row[] | undefined
	keyOf: (row: Row) => string
	/** Returns the page of a row, which the first cell links to. */
	hrefOf?: (row: Row) => string
	read?: Pick<Read<unknown>, 'error' | 'loading' | 'reload'>
	/** Shown instead of the table if there are no rows. */
	empty: ReactNode
	/** Further rows, which a button reads; undefined if there are none. */
	older?: Older | undefined
	/** The text of the button that reads older rows. */
	olderLabel?: string
}

/** A list. J and K move between its rows, Enter opens one. */
export function ListTable<Row>(props: ListTableProps<Row>) {
	const { caption, columns, rows, keyOf, hrefOf, read, empty, older, olderLabel = 'Older' } = props
	if (read?.error !== undefined && rows === undefined)
		return <Failed error={read.error} onRetry={read.reload} />
	if (rows === undefined) return <Loading lines={8} />
	if (rows.length === 0) return empty
	return (
		<>
			<div className="list-table" data-loading={read?.loading === true || undefined}>
				<table>
					<caption className="sr-only">{caption}</caption>
					<thead>
						<tr>
							{columns.map((column) => (
								<th key={column.title} scope="col" className={classOf(column)}>
									{column.title}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map((row) => (
							<tr key={keyOf(row)}>
								{columns.map((column, index) => (
									<td key={column.title} className={classOf(column)}>
										{index === 0 && hrefOf !== undefined ? (
											<Link to={hrefOf(row)} data-row="" className="row-link">
												{column.cell(row)}
											</Link>
										) : (
											column.cell(row)
										)}
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</div>
			{read?.error === undefined ? null : <Failed error={read.error} onRetry={read.reload} />}
			{older === undefined ? null : older.error === undefined ? (
				<Button
					variant="secondary"
					size="small"
					className="mt-4"
					onClick={older.read}
					aria-disabled={older.isReading || undefined}
				>
					{older.isReading ? 'One moment …' : olderLabel}
				</Button>
			) : (
				<Failed error={older.error} onRetry={older.read} />
			)}
		</>
	)
}

function classOf<Row>({ isNumber = false, onlyWide = false, ownLine = false }: Column<Row>): string {
	return [isNumber && 'is-number', onlyWide && 'only-wide', ownLine && 'own-line'].filter(Boolean).join(' ')
}
