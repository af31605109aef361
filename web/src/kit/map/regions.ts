/** Seats of the provinces, in degrees (WGS-84, two decimals): where the map can be brought with one choice. */
export const regions: Record<string, readonly [longitude: number, latitude: number]> = {
  beijing: [116.41, 39.9], tianjin: [117.2, 39.08], hebei: [114.51, 38.04], shanxi: [112.55, 37.87], inner_mongolia: [111.75, 40.84], liaoning: [123.43, 41.81],
  jilin: [125.32, 43.9], heilongjiang: [126.64, 45.76], shanghai: [121.47, 31.23], jiangsu: [118.8, 32.06], zhejiang: [120.16, 30.27], anhui: [117.23, 31.82],
  fujian: [119.3, 26.07], jiangxi: [115.86, 28.68], shandong: [117.12, 36.65], henan: [113.63, 34.75], hubei: [114.31, 30.59], hunan: [112.94, 28.23],
  guangdong: [113.26, 23.13], guangxi: [108.37, 22.82], hainan: [110.33, 20.03], chongqing: [106.55, 29.56], sichuan: [104.07, 30.57], guizhou: [106.63, 26.65],
  yunnan: [102.83, 24.88], tibet: [91.14, 29.65], shaanxi: [108.94, 34.34], gansu: [103.83, 36.06], qinghai: [101.78, 36.62], ningxia: [106.23, 38.49],
  xinjiang: [87.62, 43.83], taiwan: [121.57, 25.03], hong_kong: [114.17, 22.32], macao: [113.54, 22.2],
};
