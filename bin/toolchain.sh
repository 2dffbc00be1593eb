# Finds the JDK and the Maven that Dovetail is built with. Sourced by ./mvnw and ./dovetail.

JDK_MAJOR=25

# Whether $1 is the home of a full JDK of the right version; reads its `release` file, starts no JVM.
is_jdk() {
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] &&
    grep -q "^JAVA_VERSION=\"$JDK_MAJOR[.\"]" "$1/release"
}

# The home behind a `java` on the PATH, symbolic links followed.
java_on_path() {
  local java
  java=$(command -v java) || return 1
  while [ -L "$java" ]; do
    local target
    target=$(readlink "$java")
    case $target in
      /*) java=$target ;;
      *) java=$(dirname "$java")/$target ;;
    esac
  done
  (cd "$(dirname "$java")/.." && pwd -P)
}

# Sets JAVA_HOME, or says what to install.
find_jdk() {
  local home
  for home in \
    "${JAVA_HOME:-}" "$(java_on_path || true)" \
    /usr/lib/jvm/* /usr/java/* /usr/local/openjdk-* /opt/*jdk* /opt/java/* \
    "${SDKMAN_DIR:-$HOME/.sdkman}"/candidates/java/* "$HOME"/.jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    if [ -n "$home" ] && is_jdk "$home"; then
      export JAVA_HOME=$home
      return 0
    fi
  done
  echo "Dovetail needs a JDK $JDK_MAJOR (with javac). None was found in JAVA_HOME, on the PATH or in the usual folders." >&2
  echo "Install one - Debian and Ubuntu: openjdk-$JDK_MAJOR-jdk or temurin-$JDK_MAJOR-jdk; macOS: brew install openjdk@$JDK_MAJOR - or set JAVA_HOME to it." >&2
  return 1
}

# Runs Maven: the machine's own, else the one that the official wrapper script brings.
run_maven() {
  if command -v mvn >/dev/null; then
    mvn "$@"
  elif [ -n "${MVNW_REPOURL:-}" ] || compgen -G "${MAVEN_USER_HOME:-$HOME/.m2}/wrapper/dists/apache-maven-*" >/dev/null; then
    MVNW_REPOURL=${MVNW_REPOURL:-https://localhost} "$ROOT/bin/wrapper/mvnw" "$@"
  else
    echo "Dovetail is built with Maven 3.8 or later, and there is no mvn on the PATH." >&2
    echo "Install it (Debian and Ubuntu: maven; macOS: brew install maven), or set MVNW_REPOURL to a Maven repository and the wrapper brings its own." >&2
    return 1
  fi
}

# Packages modules for use, without tests and checks; what the JDK says of Maven's own parts is left out.
package_quietly() {
  run_maven -q -B package -Dmaven.test.skip=true -Djacoco.skip=true -Dspotless.check.skip=true "$@" 2>&1 |
    sed -E -e $'s/\x1b\\[0*m//g' -e '/sun\.misc\.Unsafe|terminally deprecated|Please consider reporting/d'
  return "${PIPESTATUS[0]}"
}
