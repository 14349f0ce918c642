import { readFileSync } from 'node:fs';

const products = JSON.parse(readFileSync(process.env.BENCH_PRODUCTS, 'utf8'));
const byUrl = new Map(products.map((product) => [product.url, product]));

export const dynamicParams = false;
export const generateStaticParams = () => products.map(({ url }) => ({ url }));

export async function generateMetadata({ params }) {
  const { title, summary } = byUrl.get((await params).url);
  return { title, description: summary };
}

export default async function Product({ params }) {
  const product = byUrl.get((await params).url);
  return (
    <article>
      <h1>{product.title}</h1>
      <p>{product.summary}</p>
      <img src={product.picture} alt={product.title} width="800" height="800" />
      <p>{product.price}</p>
      <dl>
        {product.facts.map((fact) => [
          <dt key={`${fact.label} label`}>{fact.label}</dt>,
          <dd key={fact.label}>{fact.value}</dd>,
        ])}
      </dl>
      <ul>
        {product.inTheBox.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
      <div dangerouslySetInnerHTML={{ __html: product.bodyHtml }} />
    </article>
  );
}
