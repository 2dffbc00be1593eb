package dev.dovetail.server;

import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import io.helidon.common.tls.Tls;
import java.nio.file.Path;

/// A private key and its chain of certificates, both PEM.
public record TlsFiles(Path key, Path certificates) {
  Tls tls() {
    Keys keys =
        Keys.builder()
            .pem(pem -> pem.key(Resource.create(key)).certChain(Resource.create(certificates)))
            .build();
    return Tls.builder().privateKey(keys).privateKeyCertChain(keys).build();
  }
}
