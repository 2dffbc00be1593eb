package dev.dovetail.server;

import io.helidon.http.Method;

/// One thing that the API can be asked for. The list of routes is what the server answers and what
/// the OpenAPI document is held against.
///
/// @param path with parameters in braces, such as `/v1/spaces/{space}`
/// @param scope what a token must allow
record Route(Method method, String path, Scope scope, Action action) {
  /// Answers a call. What it throws becomes a problem document.
  interface Action {
    void answer(Call call) throws Exception;
  }

  static Route get(String path, Scope scope, Action action) {
    return new Route(Method.GET, path, scope, action);
  }

  static Route post(String path, Scope scope, Action action) {
    return new Route(Method.POST, path, scope, action);
  }

  static Route delete(String path, Scope scope, Action action) {
    return new Route(Method.DELETE, path, scope, action);
  }
}
