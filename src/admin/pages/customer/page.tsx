import { Link, useParams } from 'react-router'
import { type Read, useRead } from '#admin/api/use-read.ts'
import { AccountActs } from '#admin/pages/customer/account-acts.tsx'
import { Notes } from '#admin/pages/customer/notes.tsx'
import { Purchases } from '#admin/pages/customer/purchases.tsx'
import { useMe } from '#admin/session/session.ts'
import { Mails } from '#admin/ui/mails.tsx'
import { PageFrame } from '#admin/ui/page-frame.tsx'
import { eventName } from '#admin/ui/record-names.ts'
import { Empty, Failed, Loading } from '#admin/ui/states.tsx'
import { dayOfTime, timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import { formatPounds } from '#shared/money.ts'
import { accountName } from '#shared/names.ts'

/** Shows everything about one customer, and what can be done for them. */
export function Page() {
	const { id = '' } = useParams()
	// Reads again every five seconds, because a refund is listed only once Stripe has confirmed it.
	const read = useRead('customer', { id }, { every: 5 })
	const { data, error, reload } = read
	if (data === undefined)
		return (
			<PageFrame title="Customer">
				{error === undefined ? <Loading lines={10} /> : <Failed error={error} onRetry={reload} />}
			</PageFrame>
		)
	return <Shown customer={data} read={read} />
}

function Shown({ customer, read }: { customer: Answer<'customer'>; read: Read<Answer<'customer'>> }) {
	const { name, joined_at, last_sign_in_at, banned_until, confirmed, has_second_step } = customer
	const { role } = useMe()
	const mayAct = role !== 'accountant'
	const facts = [
		`Joined ${dayOfTime(joined_at)}`,
		last_sign_in_at === null ? 'never signed in' : `last signed in ${timeOf(last_sign_in_at)}`,
		`has paid ${formatPounds(customer.paid_pence)}`,
		has_second_step && 'two-step verification is on',
	]
	return (
		<PageFrame
			title={accountName(customer, 'A guest')}
			note={[name, ...facts].filter((fact) => fact !== null && fact !== false).join(' · ')}
			updatedAt={read.updatedAt}
			isOutdated={read.isOutdated}
		>
			{read.error === undefined ? null : <Failed error={read.error} onRetry={read.reload} />}
			{banned_until === null ? null : (
				<p className="warning">Banned until {timeOf(banned_until)}: they can’t sign in or download.</p>
			)}
			{customer.email === null || confirmed ? null : (
				<p className="warning">They haven’t confirmed this address, so they can’t sign in with it yet.</p>
			)}
			{customer.pending_email === null ? null : (
				<p className="warning">
					Their address becomes {customer.pending_email} once they open the link that was emailed there.
				</p>
			)}
			<div className="customer">
				<div className="grid content-start gap-8">
					<Purchases customer={customer} mayAct={mayAct} onChanged={read.reload} />
					<Requests requests={customer.requests ?? []} />
					<Reviews reviews={customer.reviews} />
					{customer.mails === null ? null : <Mails mails={customer.mails} />}
				</div>
				<div className="grid content-start gap-8">
					{customer.notes === null ? null : (
						<Notes id={customer.id} notes={customer.notes} onChanged={read.reload} />
					)}
					{mayAct ? <AccountActs customer={customer} onChanged={read.reload} /> : null}
					{customer.devices === null ? null : (
						<SignIns devices={customer.devices} events={customer.events ?? []} />
					)}
					{role === 'helper' ? null : (
						<p>
							<Link className="row-link" to={`/log?customer=${customer.id}`}>
								What members have done for them
							</Link>
						</p>
					)}
				</div>
			</div>
		</PageFrame>
	)
}

function Requests({ requests }: { requests: NonNullable<Answer<'customer'>['requests']> }) {
	if (requests.length === 0) return null
	return (
		<section aria-labelledby="requests">
			<h2 id="requests" className="section-title">
				What they asked for
			</h2>
			<ul className="lines">
				{requests.map(({ id, kind, product, said, at, answer, answered_by, answered_at }) => (
					<li key={id}>
						<p>
							<b>{requestNames[kind]}</b>
							{product === null ? '' : `: ${product}`}, {timeOf(at)}
						</p>
						{said === '' ? null : <p className="wrap-anywhere whitespace-pre-line">{said}</p>}
						{answer === null || answered_at === null ? null : (
							<p className="text-soft wrap-anywhere whitespace-pre-line">
								{answered_by} answered {timeOf(answered_at)}: {answer}
							</p>
						)}
						{['help', 'data request', 'data complaint'].includes(kind) && answer === null ? (
							<p className="text-soft">Not answered. If it still waits, it’s under “Needs you”.</p>
						) : null}
					</li>
				))}
			</ul>
		</section>
	)
}

const requestNames = {
	refund: 'A refund',
	cancellation: 'Cancelled the order',
	help: 'Help',
	'data request': 'Asked about their data',
	'data complaint': 'Complained about their data',
} as const

function Reviews({ reviews }: Pick<Answer<'customer'>, 'reviews'>) {
	if (reviews.length === 0) return null
	return (
		<section aria-labelledby="reviews">
			<h2 id="reviews" className="section-title">
				Reviews
			</h2>
			<ul className="lines">
				{reviews.map(({ id, product, rating, body, written_at, answer, hidden_reason }) => (
					<li key={id}>
						<p>
							<b>{product}</b>, {rating} of 5, {dayOfTime(written_at)}
							{hidden_reason === null ? '' : `, hidden: ${hidden_reason}`}
						</p>
						{body === '' ? null : <p className="wrap-anywhere whitespace-pre-line">{body}</p>}
						{answer === null ? null : <p className="text-soft wrap-anywhere">You answered: {answer}</p>}
					</li>
				))}
			</ul>
		</section>
	)
}

interface SignInsProps {
	devices: NonNullable<Answer<'customer'>['devices']>
	events: NonNullable<Answer<'customer'>['events']>
}

function SignIns({ devices, events }: SignInsProps) {
	return (
		<section aria-labelledby="sign-ins">
			<h2 id="sign-ins" className="section-title">
				Sign-ins
			</h2>
			{devices.length === 0 ? (
				<Empty title="Not signed in anywhere" />
			) : (
				<ul className="lines">
					{devices.map((device) => (
						<li key={device.id}>
							{device.name}
							<span className="block text-soft">Last used {timeOf(device.used_at)}</span>
						</li>
					))}
				</ul>
			)}
			{events.length === 0 ? null : (
				<details className="more-lines mt-4">
					<summary>What happened to the account</summary>
					<ul className="lines">
						{events.map(({ at, action }) => (
							<li key={`${at} ${action}`}>
								{eventName(action)}
								<span className="block text-soft">{timeOf(at)}</span>
							</li>
						))}
					</ul>
				</details>
			)}
		</section>
	)
}
