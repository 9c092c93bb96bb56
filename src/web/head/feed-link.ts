import type { MetaDescriptor } from 'react-router'
import { siteOrigin } from '#web/site/site-settings.ts'

/** Names the feed of articles in the head of a page, for readers of feeds. */
export function feedLink(): MetaDescriptor {
	return {
		tagName: 'link',
		rel: 'alternate',
		type: 'application/atom+xml',
		title: 'Articles',
		href: `${siteOrigin()}/articles/feed.xml`,
	}
}
