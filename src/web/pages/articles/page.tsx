import {
	type ClientLoaderFunctionArgs,
	type LoaderFunctionArgs,
	type MetaArgs,
	useLoaderData,
} from 'react-router'
import type { ArticlesPage } from '#shared/content/own-pages.ts'
import { NotFound, notFoundMeta } from '#web/frame/not-found.tsx'
import { feedLink } from '#web/head/feed-link.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { isForDocument, type WithPieces, withUnsentPieces } from '#web/site/pieces.ts'
import { Prerendered } from '#web/site/prerendered.tsx'
import { articles, shopState } from '#web/site/shop.server.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { type ArticleList, articleListPieces } from './article-list.tsx'

/** What the page's loader selects. */
interface ArticlesData
	extends WithPieces<Pick<ArticlesPage, 'title' | 'description'>, ReturnType<typeof articleListPieces>> {
	/** Only for a visitor who came by a link on the site: a document contains the list as HTML. */
	list?: ArticleList
}

/** Selects the list; null before the first article is published, when there is no such page. */
export function loader({ request }: LoaderFunctionArgs): ArticlesData | null {
	if (articles().length === 0) return null
	const { title, description, headline, intro } = shopState().pages.articles
	const data = { title, description }
	const list = {
		...data,
		headline,
		intro,
		articles: articles().map(({ slug, title: name, summary, author, publishedAt }) => ({
			slug,
			title: name,
			summary,
			author,
			publishedAt,
		})),
	}
	return isForDocument(request) ? withUnsentPieces(data, articleListPieces(list)) : { ...data, list }
}

/** Loads the list for a visitor who came by a link on the site, and the code that shows it. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<ArticlesData | null> {
	const [data, loaded] = await Promise.all([
		serverLoader<ArticlesData | null>(),
		lazyImport(() => import('./article-list.tsx')),
	])
	return data?.list === undefined ? data : { ...data, pieces: loaded.articleListPieces(data.list) }
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
	if (loaderData == null) return notFoundMeta()
	return [...pageMeta({ ...loaderData, path: '/articles' }), feedLink()]
}

export default function ArticlesPageView() {
	const data = useLoaderData<ArticlesData | null>()
	return data === null ? <NotFound /> : <Prerendered name="articles">{data.pieces}</Prerendered>
}
