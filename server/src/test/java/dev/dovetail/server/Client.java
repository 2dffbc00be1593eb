package dev.dovetail.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/// Asks a server as its clients do.
final class Client {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final int port;
  private final String token;

  Client(int port, String token) {
    this.port = port;
    this.token = token;
  }

  record Answer(int status, String contentType, String body) {
    JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (IOException e) {
        throw new UncheckedIOException(body, e);
      }
    }

    Answer expect(int expected) {
      assertThat(status).as(body).isEqualTo(expected);
      return this;
    }
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .timeout(Duration.ofSeconds(60))
        .header("Authorization", "Bearer " + token);
  }

  Answer get(String path) {
    return send(request(path).GET());
  }

  Answer delete(String path) {
    return send(request(path).DELETE());
  }

  /// Posts JSON, written with single quotes.
  Answer post(String path, String json) {
    return post(path, "application/json", json.replace("'", "\""));
  }

  Answer post(String path, String contentType, String body) {
    return send(
        request(path).header("Content-Type", contentType).POST(BodyPublishers.ofString(body)));
  }

  Answer send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
      return new Answer(
          response.statusCode(),
          response.headers().firstValue("Content-Type").orElse(""),
          response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  HttpClient http() {
    return http;
  }
}
