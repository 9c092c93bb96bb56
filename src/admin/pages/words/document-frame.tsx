import type { ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { type Read, useRead } from '#admin/api/use-read.ts'
import { AskToPublish, RequestToPublish } from '#admin/pages/words/ask-to-publish.tsx'
import { type ShownDocument, useDraft } from '#admin/pages/words/drafts.ts'
import { isEmails } from '#admin/pages/words/names.ts'
import { Publish } from '#admin/pages/words/publish.tsx'
import { SaveState } from '#admin/pages/words/save-state.tsx'
import { useMe } from '#admin/session/session.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { PageFrame } from '#admin/ui/page-frame.tsx'
import { Failed, Loading } from '#admin/ui/states.tsx'
import { Tabs } from '#admin/ui/tabs.tsx'
import { timeOf } from '#admin/ui/times.ts'
import { documentKind } from '#shared/content/form-field.ts'
import '#admin/styles/words.css'

export interface DocumentProps {
	document: ShownDocument
	/** Reads the document again. */
	reload: Read<unknown>['reload']
}

interface DocumentPageProps {
	children: (props: DocumentProps) => ReactNode
}

/** Reads the document that the address names, and shows one of its pages. */
export function DocumentPage({ children }: DocumentPageProps) {
	const { kind = '', id = '' } = useParams()
	const read = useRead('document', { kind: documentKind(kind), id })
	if (read.data === undefined)
		return (
			<PageFrame title="Words">
				{read.error === undefined ? (
					<Loading lines={10} />
				) : (
					<Failed error={read.error} onRetry={read.reload} />
				)}
			</PageFrame>
		)
	return (
		<DocumentFrame document={read.data} reload={read.reload}>
			{children({ document: read.data, reload: read.reload })}
		</DocumentFrame>
	)
}

interface DocumentFrameProps extends DocumentProps {
	children: ReactNode
}

function DocumentFrame({ document, reload, children }: DocumentFrameProps) {
	const { kind, id, title, is_published: isPublished } = document
	const { site_url: siteUrl } = useMe()
	const path = `/words/${kind}/${id}`
	const isOff = kind === 'article' && !isPublished && document.published_at !== null
	return (
		<PageFrame
			title={title}
			note={
				isEmails(document)
					? 'Emails have the words that are published. A receipt’s are fixed by law, and those to you and your members by the shop.'
					: isPublished
						? 'Visitors see what is published. A draft is seen by members only.'
						: isOff
							? 'Taken off the site: visitors don’t see it.'
							: 'Not published.'
			}
			actions={
				<>
					{isPublished && !isEmails(document) ? (
						<a className="row-link" href={siteUrl + document.path} target="_blank" rel="noreferrer">
							Its page in the shop
						</a>
					) : null}
					<ArticleVisibility document={document} reload={reload} />
				</>
			}
		>
			<Tabs
				label="Parts"
				className="page-tabs"
				pages={[
					{ path, name: 'Write' },
					{ path: `${path}/preview`, name: 'Preview' },
					{ path: `${path}/history`, name: 'History' },
				]}
			/>
			<DraftBar document={document} reload={reload} />
			{children}
			<p className="mt-10">
				<Link className="row-link" to={listOf(kind)}>
					{kind === 'article' ? 'All articles' : 'All words'}
				</Link>
			</p>
		</PageFrame>
	)
}

function listOf(kind: ShownDocument['kind']): string {
	return kind === 'article' ? '/words/articles' : '/words'
}

/** Takes an article that has been published off the site, or puts it back. */
function ArticleVisibility({ document, reload }: DocumentProps) {
	const { kind, id, title, is_published: isPublished, published_at: publishedAt } = document
	const isOwner = useMe().role === 'owner'
	if (kind !== 'article' || publishedAt === null || !isOwner) return null
	return isPublished ? (
		<ActButton
			act="take-off-article"
			input={{ id }}
			title={`Take ${title} off the site`}
			opens="Take off the site …"
			label="Take it off"
			done="Visitors don’t see it any more within about ten seconds."
			onDone={reload}
		/>
	) : (
		<ActButton
			act="put-back-article"
			input={{ id }}
			title={`Put ${title} back`}
			opens="Put back …"
			label="Put it back"
			done="Visitors see it again within about ten seconds."
			onDone={reload}
		/>
	)
}

/** Says whether the draft is saved, and offers to publish or to discard it. */
function DraftBar({ document, reload }: DocumentProps) {
	const [draft, { takeTheirs }] = useDraft(document)
	const { kind, id, title } = document
	const isOwner = useMe().role === 'owner'
	const isSaved = draft.state.kind === 'saved'
	const navigate = useNavigate()
	const input = { kind, id, version: draft.version }
	return (
		<section className="draft-bar" aria-label="The draft">
			<SaveState document={document} />
			<PlannedPublication document={document} reload={reload} />
			<RequestToPublish document={document} reload={reload} />
			{draft.hasDraft && isSaved ? (
				<div className="flex flex-wrap gap-2">
					<ActButton
						act="discard-draft"
						input={input}
						title={`Discard the draft of ${title}`}
						label="Discard it"
						opens="Discard …"
						variant="quiet"
						reason="none"
						done="The draft is discarded."
						onDone={() => {
							takeTheirs({ ...document, version: 0 })
							// What visitors have never seen is gone with its draft.
							if (!document.is_published && document.published_at === null) void navigate(listOf(kind))
							else reload()
						}}
					/>
					{isOwner ? (
						<Publish input={input} title={title} onDone={reload} />
					) : document.asked === null || draft.version > document.version ? (
						<AskToPublish input={input} title={title} onDone={reload} />
					) : null}
				</div>
			) : null}
		</section>
	)
}

/** Says when the draft is published by itself, until someone changes it. */
function PlannedPublication({ document, reload }: DocumentProps) {
	const [draft] = useDraft(document)
	const isOwner = useMe().role === 'owner'
	const { kind, id, title, planned_for: plannedFor } = document
	// Typing since then has cancelled it.
	if (plannedFor === null || draft.version > document.version) return null
	return (
		<div className="order-last flex basis-full flex-wrap items-center justify-between gap-x-6 gap-y-2">
			<p>
				Published by itself on <b>{timeOf(plannedFor)}</b>, unless someone changes the draft first.
			</p>
			{isOwner ? (
				<ActButton
					act="cancel-publication"
					input={{ kind, id, version: draft.version }}
					title={`Don’t publish ${title} by itself`}
					opens="Cancel it …"
					label="Cancel the publication"
					reason="none"
					done="It’s no longer planned. The draft stays."
					onDone={reload}
				/>
			) : null}
		</div>
	)
}
