/** The `srcset` of a wide picture of ours (WebP, 1,600 to 1,920 pixels wide): phones fetch it 800 pixels wide. */
export const widePictureSources = (url: string) => `${url}?size=small 800w, ${url} 1920w`
