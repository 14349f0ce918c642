import { readFileSync } from 'node:fs';

export const data = {
  products: JSON.parse(readFileSync(process.env.BENCH_PRODUCTS, 'utf8')),
  pagination: { data: 'products', size: 1, alias: 'product' },
  permalink: ({ product }) => `products/${product.url}.html`,
};

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export const render = ({ product }) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${escaped(product.title)}</title>
    <meta name="description" content="${escaped(product.summary)}">
  </head>
  <body>
    <header><nav><a href="/">Home</a> <a href="/products">Products</a></nav></header>
    <main>
      <article>
        <h1>${escaped(product.title)}</h1>
        <p>${escaped(product.summary)}</p>
        <img src="${product.picture}" alt="${escaped(product.title)}" width="800" height="800">
        <p>${product.price}</p>
        <dl>${product.facts.map((fact) => `<dt>${escaped(fact.label)}</dt><dd>${escaped(fact.value)}</dd>`).join('')}</dl>
        <ul>${product.inTheBox.map((thing) => `<li>${escaped(thing)}</li>`).join('')}</ul>
        <div>${product.bodyHtml}</div>
      </article>
    </main>
  </body>
</html>
`;
