import { Tabs } from '#admin/ui/tabs.tsx'

const pages = [
	{ path: '/words', name: 'All words' },
	{ path: '/words/articles', name: 'Articles' },
	{ path: '/words/media', name: 'Media' },
	{ path: '/words/fixed', name: 'Fixed texts' },
]

/** Links between the pages about words and pictures. */
export function WordsTabs() {
	return <Tabs label="Words and pictures" className="page-tabs" pages={pages} />
}
