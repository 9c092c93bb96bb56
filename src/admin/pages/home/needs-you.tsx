import { Link } from 'react-router'
import type { Read } from '#admin/api/use-read.ts'
import { AboutData, BuyerRequest } from '#admin/pages/home/buyer-request.tsx'
import { FraudWarning } from '#admin/pages/home/fraud-warning.tsx'
import { HeldPayment } from '#admin/pages/home/held-payment.tsx'
import { Card, type Item, type NeedProps } from '#admin/pages/home/need-card.tsx'
import { Edition, Release } from '#admin/pages/home/waiting-product.tsx'
import { useMe } from '#admin/session/session.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { DisputeAnswer } from '#admin/ui/dispute-answer.tsx'
import { pounds } from '#admin/ui/money/format.ts'
import { Empty, Failed, Loading } from '#admin/ui/states.tsx'
import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import { commandPages } from '#shared/admin/command-pages.ts'
import { capitalised } from '#shared/wording.ts'

/** Lists what needs a decision, most urgent first, each with what can be done about it. */
export function NeedsYou({ read }: { read: Read<Answer<'needs-you'>> }) {
	const { data, error, reload } = read
	const shown = data?.items ?? []
	const count = shown.length + (data?.more ?? []).reduce((sum, { count }) => sum + count, 0)
	return (
		<section aria-labelledby="needs-you">
			<div className="section-head is-first">
				<h2 id="needs-you">Needs you{count === 0 ? '' : ` (${count.toLocaleString('en-GB')})`}</h2>
				{count > 1 ? (
					<a href="#money" className="link only-narrow is-way-on">
						To the money
					</a>
				) : null}
			</div>
			{error !== undefined && data === undefined ? (
				<Failed error={error} onRetry={reload} />
			) : data === undefined ? (
				<Loading lines={3} />
			) : count === 0 ? (
				<Empty title="Nothing needs you">
					Payments on hold, disputes, messages from buyers, refused emails and whatever else goes wrong will
					be listed here.
				</Empty>
			) : (
				<ul className="needs">
					{shown.map((item, index) => (
						<li key={keyOf(item)}>
							<Need item={item} reload={reload} />
							{item.kind === shown[index + 1]?.kind ? null : <More kind={item.kind} of={data.more} />}
						</li>
					))}
				</ul>
			)}
		</section>
	)
}

/** The link after the last listed item of a kind, to all items of that kind. */
function More({ kind, of }: { kind: Item['kind']; of: Answer<'needs-you'>['more'] }) {
	const left = of.find((more) => more.kind === kind)
	if (left === undefined) return null
	return (
		<Link to={`/?all=${kind}`} preventScrollReset className="link needs-more">
			{left.count.toLocaleString('en-GB')} more {left.count === 1 ? kinds[kind][0] : kinds[kind][1]}
		</Link>
	)
}

/** What one item of a kind is called, and what several are. */
const kinds: Readonly<Record<Item['kind'], [string, string]>> = {
	held: ['payment on hold', 'payments on hold'],
	dispute: ['dispute', 'disputes'],
	fraud: ['warning of fraud', 'warnings of fraud'],
	request: ['request', 'requests'],
	data: ['request about data', 'requests about data'],
	mail: ['refused email', 'refused emails'],
	jobs: ['failed job', 'failed jobs'],
	release: ['release', 'releases'],
	edition: ['edition', 'editions'],
	trouble: ['alert', 'alerts'],
}

function keyOf(item: Item): string {
	if (item.kind === 'held') return item.purchase
	if (item.kind === 'dispute') return item.dispute
	if (item.kind === 'fraud') return item.warning
	if (item.kind === 'request' || item.kind === 'data') return item.request
	if (item.kind === 'mail') return `mail ${item.id}`
	if (item.kind === 'release' || item.kind === 'edition')
		return `${item.kind} ${item.product_id} ${item.kind === 'edition' && item.of_catalogue}`
	return item.kind === 'jobs' ? 'jobs' : item.id
}

function Need({ item, reload }: { item: Item; reload: () => void }) {
	if (item.kind === 'held') return <HeldPayment item={item} reload={reload} />
	if (item.kind === 'dispute') return <Dispute item={item} reload={reload} />
	if (item.kind === 'fraud') return <FraudWarning item={item} reload={reload} />
	if (item.kind === 'request') return <BuyerRequest item={item} reload={reload} />
	if (item.kind === 'data') return <AboutData item={item} reload={reload} />
	if (item.kind === 'mail') return <RefusedMail item={item} reload={reload} />
	if (item.kind === 'jobs') return <FailedJobs item={item} reload={reload} />
	if (item.kind === 'release') return <Release item={item} />
	if (item.kind === 'edition') return <Edition item={item} />
	const page = Object.values(commandPages).find(({ command }) => command === item.command)
	return (
		<Card
			title={item.title}
			says={item.meaning}
			actions={
				item.may_resume ? (
					<ActButton
						act="resume"
						input={{}}
						title="Let the shop go on"
						opens="Let it go on …"
						label="Let it go on"
						isDanger
						reason="needed"
						done="It may go on. Restart it now"
						onDone={reload}
					/>
				) : null
			}
		>
			{item.facts.length > fewFacts ? (
				<details className="answer">
					<summary>Show all {item.facts.length}</summary>
					<Facts of={item.facts} />
				</details>
			) : (
				<Facts of={item.facts} />
			)}
			<p>
				{item.todo} <code className="wrap-anywhere">{item.command}</code>
				{page === undefined ? null : (
					<>
						, or open{' '}
						<Link to={page.path} className="link">
							{page.name}
						</Link>
					</>
				)}
			</p>
		</Card>
	)
}

const fewFacts = 3

function Facts({ of }: { of: NeedProps<'trouble'>['item']['facts'] }) {
	return of.map(({ label, value }) => (
		<p key={label} className="text-soft wrap-anywhere">
			{label}: {value}
		</p>
	))
}

function Dispute({ item, reload }: NeedProps<'dispute'>) {
	const { role } = useMe()
	const { dispute, product, stage, amount_pence, email, receipt, answer_by, has_draft } = item
	const ask = stage === 'appeal' ? 'Appeal by' : 'Answer by'
	return (
		<Card
			title={
				answer_by === null
					? `Disputed: ${product}, ${pounds(amount_pence)}`
					: `${ask} ${timeOf(answer_by)}: ${product}, ${pounds(amount_pence)}`
			}
			says={
				<>
					{email ?? 'An account that has been deleted'}
					{receipt === null ? '' : `, ${receipt}`}. {asks[stage]}
					{has_draft ? ' A draft is saved here.' : ''}
				</>
			}
		>
			{role === 'accountant' ? null : (
				<DisputeAnswer key={stage} dispute={dispute} stage={stage} onDone={reload} />
			)}
		</Card>
	)
}

const asks: Readonly<Record<NeedProps<'dispute'>['item']['stage'], string>> = {
	inquiry: 'Their bank has questioned the payment. Without an answer in time, it may become a dispute.',
	dispute:
		'Their bank has questioned the payment. Without an answer in time, you can lose the money for good.',
	appeal: 'Their bank has decided against you. Without an appeal in time, the money stays with them.',
}

function RefusedMail({ item, reload }: NeedProps<'mail'>) {
	const { role } = useMe()
	const { id, mail, reason, at, purchase, receipt, email } = item
	return (
		<Card
			title={`An email was refused: ${receipt === null ? capitalised(mail.replace(/^send-/, '').replaceAll('-', ' ')) : `receipt ${receipt}`}`}
			says={
				<>
					{email === null ? '' : `${email}, `}
					{timeOf(at)}. The mail server says: {reason}
				</>
			}
			actions={
				role === 'accountant' ? null : (
					<>
						{purchase === null || email === null ? null : (
							<ActButton
								act="resend-receipt"
								input={{ purchase }}
								title={`Send receipt ${receipt ?? ''} again`}
								label="Send it again"
								variant="primary"
								done="The receipt will be emailed again"
								onDone={reload}
							/>
						)}
						<ActButton
							act="forget-mail"
							input={{ id }}
							title="Take this email off the list"
							label="It’s settled"
							done="It’s off the list"
							onDone={reload}
						/>
					</>
				)
			}
		/>
	)
}

function FailedJobs({ item, reload }: NeedProps<'jobs'>) {
	const { role } = useMe()
	const { count, examples } = item
	return (
		<Card
			title={count === 1 ? 'A job has failed permanently' : `${count} jobs have failed permanently`}
			says="The shop has tried many times, without success."
			actions={
				role !== 'owner' ? null : (
					<ActButton
						act="retry-jobs"
						input={{}}
						title="Try the failed jobs again"
						label="Try again"
						variant="primary"
						done="They’re being tried again"
						onDone={reload}
					/>
				)
			}
		>
			{examples.map(({ job, what, means, todo, error }) => (
				<div key={`${job} ${error}`}>
					<p>
						<b>{what}.</b> {means} {todo}
					</p>
					<details className="answer">
						<summary>Technical details</summary>
						<p className="text-soft wrap-anywhere">
							{job}: {error}
						</p>
					</details>
				</div>
			))}
			{count > examples.length ? <p className="text-soft">And {count - examples.length} more.</p> : null}
		</Card>
	)
}
