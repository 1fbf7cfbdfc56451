import { api } from '#contract/api.ts'
import { inserted } from '../http/call-results.ts'
import type { Serve } from '../http/serve.ts'
import { sendMessage } from './send-message.ts'

export function contactRoutes(serve: Serve, deps: Parameters<typeof sendMessage>[0]): void {
  serve(api.contact, async ({ body, address }) => inserted(await sendMessage(deps, { ...body, address })))
}
