import { Fragment } from 'react'
import {
	type ClientLoaderFunctionArgs,
	type LoaderFunctionArgs,
	type MetaArgs,
	useLoaderData,
} from 'react-router'
import type { PublishedArticle } from '#shared/content/article.ts'
import { articlePath } from '#shared/paths.ts'
import { NotFound, notFoundMeta } from '#web/frame/not-found.tsx'
import { feedLink } from '#web/head/feed-link.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { drawnForArticle } from '#web/site/link-previews.server.ts'
import { isForDocument, type WithPieces, withUnsentPieces } from '#web/site/pieces.ts'
import { Prerendered } from '#web/site/prerendered.tsx'
import { ShareRow } from '#web/site/share-row.tsx'
import { articles, shelf, shopState } from '#web/site/shop.server.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { type ArticleTexts, articlePieces } from './article-pieces.tsx'

/** What the page's loader selects. */
interface ArticleData
	extends WithPieces<Pick<PublishedArticle, 'title' | 'slug' | 'summary'>, ReturnType<typeof articlePieces>> {
	/** Only for a visitor who came by a link on the site: a document contains the texts as HTML. */
	texts?: ArticleTexts
	/** The picture in previews of links to it. */
	preview: { path: string; alt: string } | undefined
}

/** Selects the article; null if none with this address is published. Capitals don't matter. */
export function loader({ request, params }: LoaderFunctionArgs): ArticleData | null {
	const article = articles().find(({ slug }) => slug === params.slug?.toLowerCase())
	if (article === undefined) return null
	const related = article.related.flatMap((slug) =>
		shelf().filter((product) => product.slug === slug && !product.comingSoon),
	)
	const { title, slug, summary } = article
	const data = { title, slug, summary, preview: drawnForArticle(article) }
	const texts = { article, related, listTitle: shopState().pages.articles.title }
	return isForDocument(request) ? withUnsentPieces(data, articlePieces(texts)) : { ...data, texts }
}

/** Loads the texts for a visitor who came by a link on the site, and the code that shows them. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<ArticleData | null> {
	const [data, loaded] = await Promise.all([
		serverLoader<ArticleData | null>(),
		lazyImport(() => import('./article-pieces.tsx')),
	])
	return data?.texts === undefined ? data : { ...data, pieces: loaded.articlePieces(data.texts) }
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
	if (loaderData == null) return notFoundMeta()
	const { title, summary: description, preview } = loaderData
	const picture = preview === undefined ? {} : { picture: { slug: 'design', ...preview } }
	return [...pageMeta({ title, description, path: articlePath(loaderData), ...picture }), feedLink()]
}

export default function ArticlePage() {
	const data = useLoaderData<ArticleData | null>()
	if (data === null) return <NotFound />
	// Without the key, a visitor who goes from one article to another would keep the pieces of the first.
	return (
		<Fragment key={data.slug}>
			<Prerendered name="article">{data.pieces}</Prerendered>
			<div className="page-width">
				<ShareRow className="lg:ml-60" title={data.title} path={articlePath(data)} />
			</div>
		</Fragment>
	)
}
