import type { PublishedArticle } from '#shared/content/article.ts'
import { inXml } from '#shared/in-xml.ts'
import { articlePath } from '#shared/paths.ts'
import { articles, shopState } from '#web/site/shop.server.ts'
import { shopName, siteOrigin } from '#web/site/site-settings.ts'

/** Serves `/articles/feed.xml`, an Atom feed of the newest articles. There is none before the first article. */
export function loader(): Response {
	const all = articles()
	const changed = all
		.map(({ changedAt }) => changedAt)
		.toSorted()
		.at(-1)
	if (changed === undefined) return new Response(null, { status: 404 })
	const { title, description } = shopState().pages.articles
	const list = `${siteOrigin()}/articles`
	const xml = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-GB">
	<id>${list}</id>
	<title>${inXml(`${title} · ${shopName()}`)}</title>
	<subtitle>${inXml(description)}</subtitle>
	<link href="${list}"/>
	<link rel="self" type="application/atom+xml" href="${list}/feed.xml"/>
	<updated>${changed}</updated>
${all.slice(0, mostEntries).map(entryOf).join('')}</feed>
`
	return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}

const mostEntries = 50

function entryOf(article: PublishedArticle): string {
	const { title, summary, author, publishedAt, changedAt } = article
	const address = `${siteOrigin()}${articlePath(article)}`
	return `	<entry>
		<id>${address}</id>
		<title>${inXml(title)}</title>
		<link href="${address}"/>
		<published>${publishedAt}</published>
		<updated>${changedAt}</updated>
		<author><name>${inXml(author)}</name></author>
		<summary>${inXml(summary)}</summary>
	</entry>
`
}
