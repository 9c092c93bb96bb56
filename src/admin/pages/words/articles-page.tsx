import { useRead } from '#admin/api/use-read.ts'
import { changeName } from '#admin/pages/words/names.ts'
import { NewArticle } from '#admin/pages/words/new-article.tsx'
import { WordsTabs } from '#admin/pages/words/words-tabs.tsx'
import { ListTable } from '#admin/ui/list-table.tsx'
import { PageFrame } from '#admin/ui/page-frame.tsx'
import { Empty } from '#admin/ui/states.tsx'
import { dayOfTime, timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import '#admin/styles/words.css'

/** Lists the articles, drafts and published ones, and lets a member begin another. */
export function Page() {
	const read = useRead('documents', {})
	return (
		<PageFrame
			title="Articles"
			note="Signed, dated pages for readers who search, each about one question. Once one is published, every page of the shop links to the list."
			updatedAt={read.updatedAt}
			actions={<NewArticle />}
		>
			<WordsTabs />
			<ListTable
				caption="Articles"
				columns={[
					{ title: 'Article', ownLine: true, cell: ({ title }) => title },
					{ title: 'State', cell: stateOf },
					{
						title: 'First published',
						onlyWide: true,
						cell: ({ published_at: at }) => (at === null ? null : dayOfTime(at)),
					},
					{
						title: 'Last change',
						ownLine: true,
						cell: ({ change, changed_by: by, changed_at: at }) => (
							<span className="text-soft">
								{changeName(change)} by {by}, {timeOf(at)}
							</span>
						),
					},
				]}
				rows={read.data?.rows.filter(({ kind }) => kind === 'article').toReversed()}
				keyOf={({ id }) => id}
				hrefOf={({ id }) => `/words/article/${id}`}
				read={read}
				empty={
					<Empty title="No articles yet">
						Begin with a question that customers keep asking. Nobody sees an article until it’s published.
					</Empty>
				}
			/>
		</PageFrame>
	)
}

function stateOf({
	has_draft: hasDraft,
	is_published: isPublished,
	published_at: publishedAt,
}: Answer<'documents'>['rows'][number]): string {
	if (publishedAt === null) return 'Draft'
	return `${isPublished ? 'Published' : 'Taken off the site'}${hasDraft ? ', has a draft' : ''}`
}
