import { useRead } from '#admin/api/use-read.ts'
import { ActNow } from '#admin/ui/act-now.tsx'
import { MailView } from '#admin/ui/mail-view.tsx'
import { Failed } from '#admin/ui/states.tsx'
import type { Sent } from '#shared/admin/api.ts'

/** Shows an example of an email with the words that are published or in the draft, and sends it to the member. */
export function SampleMail({ name, words }: Pick<Sent<'message'>, 'name' | 'words'>) {
	const { data, error, reload } = useRead('message', { name, words })
	if (data === undefined && error !== undefined) return <Failed error={error} onRetry={reload} />
	return (
		<>
			{words === 'draft' && data !== undefined ? (
				<p className="wrap-anywhere">
					Subject: <b>{data.subject}</b>
				</p>
			) : null}
			<MailView mail={data}>
				<ActNow
					act="send-test-message"
					input={{ name, words }}
					label="Send me a test"
					done="The test is on its way"
				/>
			</MailView>
		</>
	)
}
