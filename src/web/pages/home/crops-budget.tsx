const spent = [
	{ when: 'Fri 23:52', what: 'Takeaway', pounds: '23.40' },
	{ when: 'Sat 02:11', what: 'Taxi', pounds: '14.80' },
	{ when: 'Sun 13:05', what: 'Takeaway', pounds: '19.90' },
	{ when: 'Mon 00:01', what: 'Streaming, 3 of them', pounds: '26.97' },
]

/** A bank statement. */
export function BudgetBefore() {
	return (
		<>
			<ul className="figures">
				{spent.map(({ when, what, pounds }) => (
					<li key={when} className="flex flex-wrap gap-x-3 border-b border-leaf-rule py-1">
						<span className="w-18 text-on-leaf-soft">{when}</span>
						<span className="min-w-0 flex-[1_1_4.5rem]">{what}</span>
						<span>−£{pounds}</span>
					</li>
				))}
			</ul>
			<p className="figures mt-3 flex flex-wrap justify-between gap-x-3 font-display font-bold text-leaf-brick">
				<span>Balance</span>
				<span>−£212.38</span>
			</p>
		</>
	)
}

/** A budget: (1,420 - 980) / 8 = 55. */
export function BudgetAfter() {
	return (
		<>
			<dl className="figures">
				<Line name="Loan, until 12 January" value="£1,420" />
				<Line name="Rent and bills" value="−£980" />
				<Line name="Weeks to go" value="8" />
			</dl>
			<p className="figures mt-4 flex flex-wrap items-baseline justify-between gap-x-3 font-display font-bold">
				<span>Safe to spend</span>
				<span className="text-[1.5rem] tracking-tight">£55 a week</span>
			</p>
		</>
	)
}

function Line({ name, value }: { name: string; value: string }) {
	return (
		<div className="flex justify-between gap-3 border-b border-leaf-rule py-1">
			<dt>{name}</dt>
			<dd>{value}</dd>
		</div>
	)
}
