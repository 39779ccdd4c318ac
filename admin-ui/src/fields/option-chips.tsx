// What is chosen of many, each as a chip with the way to leave it out again.
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
