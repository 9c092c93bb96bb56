import { useRead } from '#admin/api/use-read.ts'
import { changeName, isEmails } from '#admin/pages/words/names.ts'
import { WordsTabs } from '#admin/pages/words/words-tabs.tsx'
import { ListTable } from '#admin/ui/list-table.tsx'
import { PageFrame } from '#admin/ui/page-frame.tsx'
import { Empty } from '#admin/ui/states.tsx'
import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import '#admin/styles/words.css'

type Row = Answer<'documents'>['rows'][number]

const kinds = { product: 'A product', page: 'A page', site: 'Every page', article: 'An article' } as const

/** Lists what the words of the shop are about. */
export function Page() {
	const read = useRead('documents', {})
	return (
		<PageFrame
			title="Words"
			note="What the shop says about its products and on its pages. Nothing changes for visitors until you publish it."
			updatedAt={read.updatedAt}
		>
			<WordsTabs />
			<ListTable
				caption="Words"
				columns={[
					{ title: 'Words of', ownLine: true, cell: ({ title }) => title },
					{
						title: 'What it is',
						onlyWide: true,
						cell: (row) => (isEmails(row) ? 'Emails' : kinds[row.kind]),
					},
					{ title: 'State', cell: (row) => <State row={row} /> },
					{
						title: 'Last change',
						cell: ({ is_edited: isEdited, change, changed_by: by, changed_at: at }) =>
							isEdited ? (
								<span className="text-soft">
									{changeName(change)}
									{by === 'the release' ? '' : ` by ${by}`}, {timeOf(at)}
								</span>
							) : null,
						ownLine: true,
					},
				]}
				rows={read.data?.rows.filter(({ kind }) => kind !== 'article')}
				keyOf={({ kind, id }) => `${kind} ${id}`}
				hrefOf={({ kind, id }) => `/words/${kind}/${id}`}
				read={read}
				empty={<Empty title="There are no words yet" />}
			/>
		</PageFrame>
	)
}

function State({ row }: { row: Row }) {
	const {
		has_draft: hasDraft,
		is_offered: isOffered,
		is_edited: isEdited,
		is_published: isPublished,
		asked,
	} = row
	const words = [
		...(isPublished ? [] : ['not published']),
		...(hasDraft ? ['has a draft'] : isEdited ? ['yours'] : ['as it came']),
		...(asked === null ? [] : ['waits to be published']),
		...(isOffered ? ['an update has other words'] : []),
	].join(', ')
	return (
		<span className={hasDraft || isOffered ? 'font-semibold' : ''}>
			{words.charAt(0).toUpperCase()}
			{words.slice(1)}
		</span>
	)
}
