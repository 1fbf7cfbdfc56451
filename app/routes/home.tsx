import { serverApi } from '../api.ts'
import { blogPreviews } from '../blog-previews.ts'
import { useRootData } from '../root-data.ts'
import { Canonical } from '../ui/canonical.tsx'
import type { Route } from './+types/home'
import { AboutUs } from './home/about-us.tsx'
import { BrandChooser } from './home/brand-chooser.tsx'
import { ContactUs } from './home/contact-us.tsx'
import { Hero } from './home/hero.tsx'
import { OurBlogs } from './home/our-blogs.tsx'
import { Services } from './home/services.tsx'

/** The parts of the home page are independent: one that cannot be loaded is undefined, and the rest is there. */
export async function loader({ context }: Route.LoaderArgs) {
  const api = serverApi(context)
  const missing = () => undefined
  const newest = { query: { limit: 1 } }
  const [advertised, products, blogs] = await Promise.all([
    api.get('/adsproduct', newest).catch(missing),
    api.get('/products', newest).catch(missing),
    api.get('/blogs3').then(blogPreviews).catch(missing),
  ])
  return { featured: advertised?.[0] ?? products?.[0], blogs }
}

export default function Home({ loaderData: { featured, blogs } }: Route.ComponentProps) {
  const brands = useRootData()?.brands ?? []
  return (
    <>
      <Canonical path="/" />
      <Hero featured={featured} />
      <BrandChooser brands={brands} />
      <AboutUs />
      <Services />
      <OurBlogs blogs={blogs} />
      <ContactUs />
    </>
  )
}
