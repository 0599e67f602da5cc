import { defineConfig } from "vite";

export default defineConfig({
  base: "/",
  build: {
    outDir: "../bullrun/service/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8861", ws: true } } },
});
