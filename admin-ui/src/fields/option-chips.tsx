// The selected options, each as a chip with a button to remove it.
import Chip, { type ChipProps } from '@mui/material/Chip';
import { Icon } from '../frame/icon.tsx';

interface Titled {
  title: string;
}

export function optionChips(value: Titled | Titled[], getItemProps: (args: { index: number }) => object) {
  return (Array.isArray(value) ? value : [value]).map((option, index) => {
    const { key, ...item } = getItemProps({ index }) as ChipProps & { key: number };
    return (
      <Chip
        key={key}
        size="small"
        label={<bdi>{option.title}</bdi>}
        deleteIcon={<Icon name="close" size={14} />}
        {...item}
      />
    );
  });
}
