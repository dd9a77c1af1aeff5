/**
 * Folders of the home folder that hold installed tools and downloaded packages, and nothing else: checks need them, and
 * they are no secret. What also holds a log-in (`~/.cargo`, `~/.m2`, `~/.gem`) is named by its parts.
 */
export const toolFolders: readonly string[] = [
  ...[".nvm", ".volta", ".fnm", ".bun", ".deno", ".pyenv", ".rbenv", ".rustup", ".sdkman", ".dotnet"],
  ...[".local/share/mise/installs", ".local/share/fnm", ".asdf/installs", ".asdf/shims"],
  ...[".local/lib", ".local/pipx/venvs", ".local/share/pipx/venvs", ".local/share/uv"],
  ...[".cargo/bin", ".cargo/registry/cache", ".cargo/registry/index", ".cargo/registry/src", ".cargo/git"],
  ...["go/pkg/mod", ".m2/repository", ".gem/ruby", ".nuget/packages", ".local/share/pnpm/store"],
  ...[".cache/ms-playwright", ".cache/puppeteer", ".cache/Cypress"],
];

/** Variables by which tools find each other. A secret has no business in them. */
export const toolVariables =
  /^(?:PATH|JAVA_HOME|JDK_HOME|MAVEN_OPTS|GRADLE_OPTS|ANDROID_HOME|ANDROID_SDK_ROOT|GOROOT|GOPATH|GOFLAGS|GOMODCACHE|GOTOOLCHAIN|CARGO_(?:HOME|INCREMENTAL|TARGET_DIR|BUILD_TARGET_DIR|TERM_\w+)|RUST(?:UP_HOME|UP_TOOLCHAIN|FLAGS|_BACKTRACE)|NODE_(?:ENV|PATH|OPTIONS)|NVM_(?:DIR|BIN)|VOLTA_HOME|BUN_INSTALL|DENO_DIR|PYENV_(?:ROOT|VERSION)|PYTHON(?:PATH|HOME|HASHSEED|DONTWRITEBYTECODE|UNBUFFERED)|VIRTUAL_ENV|CONDA_PREFIX|PIPX_HOME|RBENV_(?:ROOT|VERSION)|GEM_(?:HOME|PATH)|BUNDLE_(?:PATH|GEMFILE)|DOTNET_ROOT|PLAYWRIGHT_BROWSERS_PATH|CHROME_(?:BIN|PATH)|CC|CXX|CFLAGS|CXXFLAGS|LDFLAGS|LD_LIBRARY_PATH|PKG_CONFIG_PATH|MAKEFLAGS)$/;
