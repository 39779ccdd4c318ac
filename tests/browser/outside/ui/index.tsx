// A front end from another package than the product's, outside its workspace: it adds to units, to which the module
// `viewings` adds too, and to a screen of that module.
import { Card, defineModule, type PartProps } from '@mizan/admin-ui/module';
import type { Resources } from '@mizan/openapi/resources';
import { Flag } from 'lucide-react';
import { useListContext } from 'react-admin';

function Brochure({ record }: PartProps<Resources['units']>) {
  return (
    <section aria-label="Brochure">
      <p>Brochure of unit {record.unitNumber}</p>
    </section>
  );
}

function Shown() {
  const { data = [] } = useListContext();
  return <output aria-label="Brochures">{data.length} brochures</output>;
}

function Keys() {
  return (
    <Card title="Keys">
      <p>All keys are here.</p>
    </Card>
  );
}

export default defineModule({
  resources: {
    units: {
      icon: Flag,
      toolbar: [{ key: 'brochures', permission: 'units:read', Tool: Shown }],
      widgets: [{ key: 'brochure', at: 'below', permission: 'units:read', Widget: Brochure }],
    },
  },
  widgets: [{ key: 'keys', at: 'reception', order: 1, Widget: Keys }],
});
