import type { z } from 'zod'
import { announcementsApi } from './announcements.ts'
import { backupsApi } from './backups.ts'
import { bundlesApi } from './bundles.ts'
import { codesApi } from './codes.ts'
import { contentApi } from './content.ts'
import { countsApi } from './counts.ts'
import { customersApi } from './customers.ts'
import { homeApi } from './home.ts'
import { logApi } from './log.ts'
import { mediaApi } from './media.ts'
import { membersApi } from './members.ts'
import { messagesApi, type ShownMail } from './messages.ts'
import { newGuidesApi } from './new-guides.ts'
import { ossApi } from './oss.ts'
import { productsApi } from './products.ts'
import { saleApi } from './sale.ts'
import { salesApi } from './sales.ts'
import { settingsApi } from './settings.ts'
import { universitiesApi } from './universities.ts'
import { upkeepApi } from './upkeep.ts'

/** The admin's API: every operation by its name. The pages import only the types. */
export const adminApi = {
	...customersApi,
	...membersApi,
	...logApi,
	...salesApi,
	...saleApi,
	...ossApi,
	...productsApi,
	...codesApi,
	...bundlesApi,
	...contentApi,
	...mediaApi,
	...newGuidesApi,
	...homeApi,
	...settingsApi,
	...messagesApi,
	...announcementsApi,
	...countsApi,
	...universitiesApi,
	...upkeepApi,
	...backupsApi,
}

export type AdminApi = typeof adminApi
export type OperationName = keyof AdminApi

type NameOf<Kind extends string> = {
	[Name in OperationName]: AdminApi[Name] extends { kind: Kind } ? Name : never
}[OperationName]

export type ReadName = NameOf<'read'>
export type ActName = NameOf<'act'>
export type FileName = NameOf<'file'>
export type UploadName = NameOf<'upload'>
export type SaveName = NameOf<'save'>

/** The input of an operation, as it is sent. */
export type Sent<Name extends OperationName> = z.input<AdminApi[Name]['input']> & object
/** The input of an operation, once it has been parsed. */
export type Parsed<Name extends OperationName> = z.output<AdminApi[Name]['input']>
/** The response of an operation. */
export type Answer<Name extends ReadName | ActName | UploadName | SaveName> = z.output<
	AdminApi[Name]['output']
>

/** What an act would do. Members read this before they confirm the act. */
export interface Preview {
	/** Sentences that say what will happen. If the list is empty, nothing will. */
	will: readonly string[]
	/** The email that the customer will receive, if there is one to show. */
	mail?: ShownMail
	/**
	 * Identifies this plan. The request to carry out the act contains it, and the server refuses the act if its effect has changed
	 * since.
	 */
	plan: string
}
