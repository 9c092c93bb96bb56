import type { ReactNode } from 'react'
import type { HomePage } from '#shared/content/own-pages.ts'
import { BudgetAfter, BudgetBefore } from './crops-budget.tsx'
import { StudyAfter, StudyBefore } from './crops-study.tsx'

const crops = [
	{ beforeCrop: <BudgetBefore />, afterCrop: <BudgetAfter /> },
	{ beforeCrop: <StudyBefore />, afterCrop: <StudyAfter /> },
]

/** Documents before and after, each with a note. The first one, the CV, is at the top of the page. */
export function Comparison({ rows: [, ...rows] }: HomePage['comparison']) {
	return crops.map((pictures, index) => {
		const row = rows[index]
		return row === undefined ? null : <Row key={row.after} {...row} {...pictures} />
	})
}

interface RowProps {
	before: string
	after: string
	note: string
	beforeCrop: ReactNode
	afterCrop: ReactNode
}

function Row({ before, after, note, beforeCrop, afterCrop }: RowProps) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] content-start gap-x-8 gap-y-3 sm:grid-cols-2 lg:row-span-2 lg:grid-rows-subgrid">
			<Crop
				name={before}
				moment="Before"
				className="-rotate-1 max-sm:@min-[14rem]:h-25 max-sm:@min-[14rem]:overflow-hidden"
			>
				{beforeCrop}
			</Crop>
			<Crop name={after} moment="After">
				{afterCrop}
			</Crop>
			<p className="margin-note leader sm:col-span-2">{note}</p>
		</div>
	)
}

interface CropProps {
	moment: 'Before' | 'After'
	name: string
	className?: string
	children: ReactNode
}

function Crop({ moment, name, className = '', children }: CropProps) {
	return (
		<figure className="@container">
			<figcaption className="mb-2 text-label">
				<span className="text-soft">{moment}:</span> <strong>{name}</strong>
			</figcaption>
			<div
				className={`leaf torn-off px-[min(1.25rem,7%)] pt-4 pb-5 text-note leading-[1.4] sm:leading-relaxed sm:pb-9 ${className}`}
			>
				{children}
			</div>
		</figure>
	)
}
