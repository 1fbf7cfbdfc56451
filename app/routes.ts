import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** The site map. */
export default [
  index('routes/home.tsx'),
  route('advertisedProducts', 'routes/advertised-products.tsx'),
  route('brand/:id', 'routes/brand.tsx'),
  route('blogs', 'routes/blogs.tsx'),
  route('blogs/:id', 'routes/blog.tsx'),
  route('blogs.xml', 'routes/feed.ts'),
  route('sitemap.xml', 'routes/site-map.ts'),
  route('robots.txt', 'routes/robots.ts'),
  route('login', 'routes/login.tsx'),
  route('signup', 'routes/signup.tsx'),
  route('reset-password', 'routes/reset-password.tsx'),
  route('confirm-email', 'routes/confirm-email.tsx'),
  route('privacy', 'routes/privacy.tsx'),
  route('terms', 'routes/terms.tsx'),
  route('dashboard', 'routes/dashboard.tsx', [
    index('routes/dashboard-index.tsx'),
    route('sellers', 'routes/sellers.tsx'),
    route('buyers', 'routes/buyers.tsx'),
    route('reporteditems', 'routes/reported-items.tsx'),
    route('audittrail', 'routes/audit-trail.tsx'),
    route('myorders', 'routes/my-orders.tsx'),
    route('mywishlist', 'routes/my-wishlist.tsx'),
    route('mybuyers', 'routes/my-buyers.tsx'),
    route('myproducts', 'routes/my-products.tsx'),
    route('addproducts', 'routes/add-products.tsx'),
    route('payment/:id', 'routes/payment.tsx'),
    route('account', 'routes/account.tsx'),
  ]),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
