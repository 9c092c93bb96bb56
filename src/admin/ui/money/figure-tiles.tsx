import { missingFees, netInWords, pounds } from '#admin/ui/money/format.ts'
import { definitions } from '#shared/admin/figures.ts'
import type { Figures } from '#shared/admin/sales.ts'
import { counted } from '#shared/wording.ts'

interface FigureTilesProps {
	now: Figures
	/** The previous period of the same length; undefined for no comparison. */
	before?: Figures | undefined
	/** The name of that period, such as "yesterday". */
	beforeName?: string
}

interface Tile {
	name: string
	of: (figures: Figures) => number
	/** Formats the figure; as pounds by default. */
	as?: (figures: Figures) => string
	note?: (figures: Figures) => string | null
	isMain?: boolean
}

const tiles: readonly Tile[] = [
	{ name: 'Gross', of: ({ gross_pence }) => gross_pence, note: ({ sales }) => counted(sales, 'sale') },
	{ name: 'VAT', of: ({ vat_pence }) => -vat_pence },
	{
		name: 'Refunds',
		of: ({ refunded_pence, refunded_vat_pence }) => refunded_vat_pence - refunded_pence,
		note: ({ refunds, refunded_vat_pence }) => returned(refunds, 'refund', refunded_vat_pence),
	},
	{
		name: 'Lost disputes',
		of: ({ lost_pence, lost_vat_pence }) => lost_vat_pence - lost_pence,
		note: ({ disputes_lost, lost_vat_pence }) => returned(disputes_lost, 'dispute', lost_vat_pence),
	},
	{
		name: 'Fees',
		of: ({ fee_pence }) => -fee_pence,
		note: ({ fees_unknown }) =>
			fees_unknown === 0 ? null : `${fees_unknown.toLocaleString('en-GB')} not known yet`,
	},
	{
		name: 'Net',
		of: ({ net_pence }) => net_pence,
		as: netInWords,
		note: ({ fees_unknown }) => missingFees(fees_unknown),
		isMain: true,
	},
]

/** Shows the figures of a period, from what was charged to what is left. */
export function FigureTiles({ now, before, beforeName = 'before' }: FigureTilesProps) {
	return (
		<dl className="tiles">
			{tiles.map(({ name, of, as = (figures: Figures) => pounds(of(figures)), note, isMain }) => (
				<div key={name} className={isMain ? 'tile is-main' : 'tile'}>
					<dt>{name}</dt>
					<dd className="tile-figure">{as(now)}</dd>
					{before === undefined ? null : (
						<dd className="tile-note">
							{as(before)} {beforeName}
						</dd>
					)}
					<dd className="tile-note">{note?.(now) ?? ''}</dd>
				</div>
			))}
		</dl>
	)
}

function returned(count: number, noun: string, vat: number): string | null {
	if (count === 0) return null
	return vat === 0 ? counted(count, noun) : `${counted(count, noun)}, without ${pounds(vat)} of VAT`
}

/** Lists what each figure means, once opened. */
export function Definitions() {
	return (
		<details className="definitions">
			<summary>What the figures mean</summary>
			<dl>
				{definitions.map(([name, meaning]) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{meaning}</dd>
					</div>
				))}
			</dl>
		</details>
	)
}
