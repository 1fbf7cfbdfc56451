import { createContext as createReactContext } from 'react'
import { createContext } from 'react-router'

type Read = {
  status: number
  headers: Readonly<Record<string, string>>
  body: Uint8Array<ArrayBuffer> | null
}

/** The server's functions and settings for the pages: see createPages. */
export type PagesDeps = {
  /** Makes a public call, by its target (path and query). Header names are in lower case. */
  read: (target: string) => Promise<Read>
  nonce: string
  contactEmail: string
  google: boolean
  report: (error: unknown) => void
}

/** Passes them to loaders and to the rendering of the document. */
export const pagesContext = createContext<PagesDeps>()

/** The nonce for inline scripts in the document; undefined in the browser, where none are written. */
export const NonceContext = createReactContext<string | undefined>(undefined)
