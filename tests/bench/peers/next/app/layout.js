export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <header>
          <nav>
            <a href="/">Home</a> <a href="/products">Products</a>
          </nav>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}
