import { Link, useSearchParams } from 'react-router'
import { useRead } from '#admin/api/use-read.ts'
import { MessagesFrame } from '#admin/pages/messages/messages-frame.tsx'
import { SampleMail } from '#admin/ui/sample-mail.tsx'
import { Select } from '#admin/ui/select.tsx'
import { Failed, Loading } from '#admin/ui/states.tsx'
import type { Answer } from '#shared/admin/api.ts'

type Listed = Answer<'messages'>['rows'][number]

/** Shows every email that the shop sends, as its readers see it. */
export function Page() {
	const read = useRead('messages', {})
	const [query, setQuery] = useSearchParams()
	const rows = read.data && inOrder(read.data.rows)
	const wanted = query.get('message')
	const chosen = rows?.find(({ name }) => name === wanted) ?? rows?.[0]
	return (
		<MessagesFrame title="Messages" note="Every email that the shop sends, with made-up names and amounts.">
			{rows === undefined || chosen === undefined ? (
				read.error === undefined ? (
					<Loading lines={8} />
				) : (
					<Failed error={read.error} onRetry={read.reload} />
				)
			) : (
				<div className="messages">
					<nav aria-label="Messages" className="message-list">
						{groupsOf(rows).map(({ group, messages }) => (
							<div key={group}>
								<h2>{group}</h2>
								<ul>
									{messages.map(({ name, subject }) => (
										<li key={name}>
											<Link
												to={{ search: `?message=${encodeURIComponent(name)}` }}
												replace
												aria-current={name === chosen.name ? 'true' : undefined}
											>
												<span>
													{subject}
													{rows.filter((row) => row.subject === subject).length > 1 ? (
														<span className="block text-soft">{name.replaceAll(/[_-]/g, ' ')}</span>
													) : null}
												</span>
											</Link>
										</li>
									))}
								</ul>
							</div>
						))}
					</nav>
					<div className="message-choice">
						<Select
							label="Message"
							value={chosen.name}
							options={rows.map(({ name, group, subject }) => ({
								value: name,
								label: `${group}: ${subject} (${name.replaceAll(/[_-]/g, ' ')})`,
							}))}
							onChange={(message) => setQuery({ message }, { replace: true })}
						/>
					</div>
					<Preview key={chosen.name} {...chosen} />
				</div>
			)}
		</MessagesFrame>
	)
}

/** The groups of emails that customers receive most often come first. */
const groupOrder = ['Receipts', 'Refunds and disputes', 'Guides']

function inOrder(rows: readonly Listed[]): Listed[] {
	const place = ({ group }: Listed) => groupOrder.indexOf(group) + 1 || groupOrder.length + 1
	return rows.toSorted((one, other) => place(one) - place(other))
}

function groupsOf(rows: readonly Listed[]): { group: string; messages: Listed[] }[] {
	const groups = [...new Set(rows.map(({ group }) => group))]
	return groups.map((group) => ({ group, messages: rows.filter((row) => row.group === group) }))
}

function Preview({ name, subject, fixed }: Listed) {
	return (
		<section aria-labelledby="subject" className="grid content-start gap-4 min-w-0">
			<div>
				<h2 id="subject" className="section-title mb-0 wrap-anywhere">
					{subject}
				</h2>
				{fixed === null ? (
					<Link className="row-link" to="/words/site/emails">
						Change its words
					</Link>
				) : (
					<p className="margin-note">{fixed}</p>
				)}
			</div>
			<SampleMail name={name} words="published" />
		</section>
	)
}
