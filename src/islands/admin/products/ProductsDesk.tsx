import { DeskGate } from '../gate/DeskGate.tsx';
import { ProductList } from './ProductList.tsx';

export function ProductsDesk() {
  return (
    <DeskGate
      name="the products desk"
      allows={['owner', 'editor']}
      renderDesk={() => <ProductList />}
    />
  );
}
