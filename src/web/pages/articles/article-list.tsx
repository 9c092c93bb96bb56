import { Link } from 'react-router'
import type { PublishedArticle } from '#shared/content/article.ts'
import type { ArticlesPage } from '#shared/content/own-pages.ts'
import { dayOf } from '#shared/dates.ts'
import { articlePath } from '#shared/paths.ts'
import { breadcrumbs } from '#web/head/schema-org.ts'
import { StructuredData } from '#web/head/structured-data.tsx'
import { Marked } from '#web/site/marked.tsx'
import { siteOrigin } from '#web/site/site-settings.ts'

export interface ArticleList extends ArticlesPage {
	articles: readonly Pick<PublishedArticle, 'slug' | 'title' | 'summary' | 'author' | 'publishedAt'>[]
}

/** Renders the page. A browser loads this module only if the visitor came by a link on the site (`Prerendered`). */
export function articleListPieces({ title, headline, intro, articles }: ArticleList) {
	const steps = [
		{ name: 'Home', path: '/' },
		{ name: title, path: '/articles' },
	]
	return (
		<div className="page-width pt-12 lg:pt-16">
			<h1 className="text-hero">
				<Marked words={headline} />
			</h1>
			<p className="mt-6 max-w-measure text-lead text-soft">{intro}</p>
			<ul className="mt-10">
				{articles.map((article) => (
					<li key={article.slug} className="border-t border-rule py-6">
						<article className="grid gap-x-8 gap-y-1.5 lg:grid-cols-[13rem_minmax(0,1fr)]">
							<p className="margin-note lg:pt-2.5">
								<time dateTime={article.publishedAt} className="block">
									{dayOf(new Date(article.publishedAt))}
								</time>
								{article.author}
							</p>
							<div className="max-w-measure">
								<h2 className="text-subheading">
									<Link
										to={articlePath(article)}
										className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
									>
										{article.title}
									</Link>
								</h2>
								<p className="text-soft">{article.summary}</p>
							</div>
						</article>
					</li>
				))}
			</ul>
			<StructuredData items={import.meta.env.SSR ? [breadcrumbs(siteOrigin(), steps)] : []} />
		</div>
	)
}
