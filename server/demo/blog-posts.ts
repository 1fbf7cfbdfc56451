import { readFile } from 'node:fs/promises'
import type { blogs } from '../database/schema.ts'
import type { World } from './world.ts'

/** The posts, the newest first, and how many days ago each came out. Text in `blogs/`, pictures in `public/blogs/`. */
const POSTS = [
  ['read-a-windows-battery-report-before-you-pay', 3],
  ['ten-minutes-at-the-meeting', 12],
  ['is-the-bios-locked', 24],
  ['will-it-run-windows-11', 37],
  ['what-good-means-here', 51],
  ['what-a-used-laptop-is-worth', 66],
] as const

/** A post's file begins with its title; an empty line parts it from the text, and paragraphs from each other. */
export async function readBlogPosts({ id, ago }: World): Promise<(typeof blogs.$inferInsert)[]> {
  // Ids come first: the files are read in whatever order the disk likes, and chance must not depend on it.
  const planned = POSTS.map(([slug, days]) => ({ slug, publishedAt: ago(days, 9), id: id(ago(days, 9)) }))
  return Promise.all(
    planned.map(async ({ slug, ...post }) => {
      const text = await readFile(new URL(`./blogs/${slug}.txt`, import.meta.url), 'utf8')
      const [title = '', ...paragraphs] = text.trim().split(/\n{2,}/)
      const description = paragraphs.map((paragraph) => paragraph.replaceAll('\n', ' ')).join('\n\n')
      return { ...post, img: `/blogs/${slug}.svg`, title, description }
    }),
  )
}
