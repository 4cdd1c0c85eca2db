export {
  formatCode as paperName,
  formatDay as paperDay,
  formatInstant as paperMoment,
  formatMonth as paperMonth,
  formatRand as paperRand,
} from '@fynbos/domain/format.ts';
