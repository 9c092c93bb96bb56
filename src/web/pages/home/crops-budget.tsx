const spent = [
	{ when: 'Fri 23:52', what: 'Takeaway', pounds: '23.40' },
	{ when: 'Sat 02:11', what: 'Taxi', pounds: '14.80' },
	{ when: 'Sun 13:05', what: 'Takeaway', pounds: '19.90' },
	{ when: 'Mon 00:01', what: 'Streaming, 3 of them', pounds: '26.97' },
]

/** A bank statement that tells too late. */
export function BudgetBefore() {
	return (
		<>
			<table className="figures w-full">
				<tbody>
					{spent.map(({ when, what, pounds }) => (
						<tr key={when} className="border-b border-leaf-rule">
							<td className="py-1 pr-3 text-on-leaf-soft">{when}</td>
							<td className="py-1">{what}</td>
							<td className="py-1 text-right">−£{pounds}</td>
						</tr>
					))}
				</tbody>
			</table>
			<p className="figures mt-3 flex justify-between font-display font-bold text-leaf-brick">
				<span>Balance</span>
				<span>−£212.38</span>
			</p>
		</>
	)
}

/** The sum that tells beforehand: (1,420 - 980) / 8 = 55. */
export function BudgetAfter() {
	return (
		<>
			<dl className="figures">
				<Line name="Loan, until 12 January" value="£1,420" />
				<Line name="Rent and bills" value="−£980" />
				<Line name="Weeks to go" value="8" />
			</dl>
			<p className="figures mt-4 flex items-baseline justify-between gap-3 font-display font-bold">
				<span>Safe to spend</span>
				<span className="text-2xl tracking-tight">£55 a week</span>
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
