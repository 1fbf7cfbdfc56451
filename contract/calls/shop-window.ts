import { z } from '@hono/zod-openapi'
import { Blog } from '../blogs.ts'
import { endpoint } from '../endpoint.ts'
import { BrandName, Paging } from '../fields.ts'
import { Brand, BrandPage, Product } from '../products.ts'

export const shopWindowCalls = {
  brands: endpoint({
    method: 'get',
    path: '/brands',
    who: 'anyone',
    summary: 'The brands',
    answer: z.array(Brand),
  }),
  brand: endpoint({
    method: 'get',
    path: '/brand/{id}',
    who: 'anyone',
    summary: 'One brand with its available laptops, newest first',
    params: z.object({ id: BrandName }),
    query: Paging,
    answer: BrandPage,
    paged: true,
  }),
  products: endpoint({
    method: 'get',
    path: '/products',
    who: 'anyone',
    summary: 'Available laptops, newest first',
    query: Paging,
    answer: z.array(Product),
    paged: true,
  }),
  advertisedProducts: endpoint({
    method: 'get',
    path: '/adsproduct',
    who: 'anyone',
    summary: 'Available laptops that are advertised, newest first',
    query: Paging,
    answer: z.array(Product),
    paged: true,
  }),
  productsByBrand: endpoint({
    method: 'get',
    path: '/product',
    who: 'anyone',
    summary: 'Available laptops of a brand, newest first; none for an unknown brand',
    query: Paging.extend({ brand: BrandName }),
    answer: z.array(Product),
    paged: true,
  }),
  latestBlogs: endpoint({
    method: 'get',
    path: '/blogs3',
    who: 'anyone',
    summary: 'The three newest posts',
    answer: z.array(Blog),
  }),
  blogs: endpoint({
    method: 'get',
    path: '/blogs',
    who: 'anyone',
    summary: 'All posts',
    answer: z.array(Blog),
  }),
} as const
