// The package ships this build without types; it is the same class with fewer features.
declare module 'hls.js/light' {
  import Hls from 'hls.js';

  export default Hls;
}
