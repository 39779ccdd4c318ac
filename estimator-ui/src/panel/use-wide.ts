// Whether there is room for the panel beside the assessment.
import { useMedia } from '@mizan/ui-kit/use-media';

export const useWide = (): boolean => useMedia('(min-width: 64rem)');
