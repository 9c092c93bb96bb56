import { Openings } from '#admin/ui/openings.tsx'
import { statusName } from '#admin/ui/record-names.ts'
import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'

/** The events that move a sale from one state to the next, by their names in the database. */
const causes: ReadonlyMap<string, string> = new Map([
	['create-payment', 'they began to pay'],
	['client', 'they took it'],
	['event', 'Stripe reported it'],
	['success page', 'they came back from the payment page'],
	['reconciliation', 'the shop asked Stripe'],
	['operator', 'a member decided'],
	['returned by hand', 'a member returned the money in another way'],
	['attached by hand', 'a member gave it to an account'],
	['account deleted', 'the account was deleted'],
	['refund failed', 'the refund failed'],
	['dispute won', 'the dispute was won'],
])

/** Lists every state that the sale has been in, and why. */
export function History({ history }: Pick<Answer<'sale'>, 'history'>) {
	return (
		<section aria-labelledby="history">
			<h2 id="history" className="section-title">
				What happened
			</h2>
			<ol className="lines">
				{history.map(({ at, status, cause }) => (
					<li key={`${at} ${status}`}>
						{statusName(status)}
						<span className="block text-soft">
							{timeOf(at)}: {causes.get(cause) ?? cause}
						</span>
					</li>
				))}
			</ol>
		</section>
	)
}

const ways: Readonly<Record<NonNullable<Answer<'sale'>['downloads'][number]['way']>, string>> = {
	pressed: 'The buyer pressed Download',
	read: 'The buyer read it online',
	automatic: 'Started by itself after the payment',
}

interface DownloadsProps {
	downloads: Answer<'sale'>['downloads']
	count: number
	opened: Answer<'sale'>['opened']
}

/** Says whether the buyer has opened each guide, and lists the newest downloads. */
export function Downloads({ downloads, count, opened }: DownloadsProps) {
	return (
		<section aria-labelledby="downloads">
			<h2 id="downloads" className="section-title">
				Downloads
			</h2>
			<Openings guides={opened} />
			{downloads.length === 0 ? null : (
				<ul className="lines">
					{downloads.map(({ at, file, edition, way }) => (
						<li key={`${at} ${file}`}>
							{timeOf(at)}
							{way === null ? null : <span className="block">{ways[way]}</span>}
							<span className="block text-soft wrap-anywhere">
								{file}
								{edition === null ? '' : `, edition of ${edition}`}
							</span>
						</li>
					))}
				</ul>
			)}
			{count > downloads.length ? <p className="text-soft">And {count - downloads.length} earlier.</p> : null}
		</section>
	)
}
