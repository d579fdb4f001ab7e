// Loaded into each program before its own code.
import { setSourceMapsSupport } from 'node:module';

// Not `--enable-source-maps`, which keeps the maps and sources of all packages too: 15 MB in content-service.
setSourceMapsSupport(true, { nodeModules: false });
