using System.Buffers;
using System.Buffers.Text;
using System.Text;
using System.Text.Json;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Identity.Issuers;

/// <summary>
/// An access token (JWT, RFC 7519, signed as RFC 7515) taken apart, before its signature is checked. Stricter than the library, which takes what is given twice
/// and knows neither <c>crit</c> nor our limits.
/// </summary>
internal sealed class AccessToken
{
    /// <summary>Letters of a token, at most.</summary>
    public const int MaxLength = 16 * 1024;

    /// <summary>Signature algorithms that are accepted: none with a shared secret.</summary>
    public static readonly IReadOnlyList<string> Algorithms = ["RS256", "PS256", "ES256", "ES384"];

    private const int MaxText = 256,
        MaxEntries = 1000,
        MaxDepth = 8;

    // The year 9999.
    private const double LastSecond = 253_402_300_799;

    private static readonly JsonDocumentOptions Strict = new() { AllowDuplicateProperties = false, MaxDepth = MaxDepth };
    private static readonly string[] Types = ["JWT", "at+jwt", "application/at+jwt"];

    private static readonly SearchValues<byte> Letters = SearchValues.Create(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."u8
    );

    private AccessToken(string text, string algorithm, string? keyId) => (Text, Algorithm, KeyId) = (text, algorithm, keyId);

    /// <summary>As it came.</summary>
    public string Text { get; }

    /// <summary>The signature's algorithm, one of <see cref="Algorithms"/>.</summary>
    public string Algorithm { get; }

    /// <summary>Names the key; null: it names none.</summary>
    public string? KeyId { get; }

    /// <summary>Who issued it.</summary>
    public required string Issuer { get; init; }

    /// <summary>For whom.</summary>
    public required IReadOnlyList<string> Audiences { get; init; }

    /// <summary>When it ends.</summary>
    public required DateTimeOffset Expires { get; init; }

    /// <summary>Before which it is not valid, the latest of what it says; null: it says nothing.</summary>
    public required DateTimeOffset? NotBefore { get; init; }

    /// <summary>The claims with a text, by their names; <c>sub</c> is always there.</summary>
    public required IReadOnlyDictionary<string, string> Texts { get; init; }

    /// <summary>Its <c>roles</c>.</summary>
    public required IReadOnlyList<string> Roles { get; init; }

    /// <summary>Its <c>groups</c>; an issuer that has too many of them sends none.</summary>
    public required IReadOnlyList<string> Groups { get; init; }

    /// <summary>Takes a token apart.</summary>
    /// <exception cref="UaException">BadIdentityTokenInvalid: it is none, or in no form that is accepted.</exception>
    public static AccessToken Parse(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length > MaxLength)
            throw Invalid($"has {bytes.Length} letters, and {MaxLength} are allowed");
        if (bytes.ContainsAnyExcept(Letters))
            throw Invalid("has other letters than a JWT");
        var text = Encoding.ASCII.GetString(bytes);
        if (text.Split('.') is not [var head, var body, { Length: > 0 }])
            throw Invalid("does not have the three parts of a JWT");
        try
        {
            using var header = Open(head, "head");
            var (algorithm, keyId) = ReadHeader(header.RootElement);
            using var claims = Open(body, "body");
            return Read(text, algorithm, keyId, claims.RootElement);
        }
        catch (InvalidOperationException)
        {
            throw Invalid("has a text that is not Unicode"); // \ud800 alone
        }
    }

    private static (string Algorithm, string? KeyId) ReadHeader(JsonElement header)
    {
        var algorithm = TextOf(header, "alg") ?? throw Invalid("names no algorithm (alg)");
        if (!Algorithms.Contains(algorithm))
            throw Invalid($"is signed with an algorithm that is not accepted; {string.Join(", ", Algorithms)} are");
        if (header.TryGetProperty("crit", out _))
            throw Invalid("demands extensions (crit), of which there are none here");
        if (TextOf(header, "typ") is { } type && !Types.Contains(type, StringComparer.OrdinalIgnoreCase))
            throw Invalid("is of a type (typ) that is not for access");
        return (algorithm, TextOf(header, "kid"));
    }

    private static AccessToken Read(string text, string algorithm, string? keyId, JsonElement claims)
    {
        var texts = claims
            .EnumerateObject()
            .Where(static claim => claim.Value.ValueKind == JsonValueKind.String)
            .ToDictionary(static claim => claim.Name, static claim => claim.Value.GetString()!, StringComparer.Ordinal);
        if (!texts.ContainsKey("sub"))
            throw Invalid("does not say who its user is (sub)");
        DateTimeOffset?[] begins = [TimeOf(claims, "nbf"), TimeOf(claims, "iat")];
        return new AccessToken(text, algorithm, keyId)
        {
            Issuer = texts.GetValueOrDefault("iss") ?? throw Invalid("does not say who issued it (iss)"),
            Audiences = TextsOf(claims, "aud") is { Count: > 0 } audiences ? audiences : throw Invalid("does not say for whom it is (aud)"),
            Expires = TimeOf(claims, "exp") ?? throw Invalid("does not say when it ends (exp)"),
            NotBefore = begins.Max(),
            Texts = texts,
            Roles = TextsOf(claims, "roles"),
            Groups = TextsOf(claims, "groups"),
        };
    }

    private static JsonDocument Open(string part, string name)
    {
        try
        {
            var document = JsonDocument.Parse(Base64Url.DecodeFromChars(part), Strict);
            if (document.RootElement.ValueKind == JsonValueKind.Object)
                return document;
            document.Dispose();
        }
        catch (Exception e) when (e is JsonException or FormatException)
        {
            // Said below.
        }

        throw Invalid($"has a {name} that is not valid JSON, or in which something is given twice");
    }

    private static string? TextOf(JsonElement json, string name) =>
        !json.TryGetProperty(name, out var value) ? null
        : value.ValueKind == JsonValueKind.String && value.GetString() is { Length: <= MaxText } text ? text
        : throw Invalid($"has no valid {name}");

    private static List<string> TextsOf(JsonElement json, string name)
    {
        if (!json.TryGetProperty(name, out var value))
            return [];
        if (value.ValueKind == JsonValueKind.String)
            return [value.GetString()!];
        if (
            value.ValueKind != JsonValueKind.Array
            || value.GetArrayLength() > MaxEntries
            || value.EnumerateArray().Any(static entry => entry.ValueKind != JsonValueKind.String)
        )
            throw Invalid($"has no valid {name}");
        return [.. value.EnumerateArray().Select(static entry => entry.GetString()!)];
    }

    private static DateTimeOffset? TimeOf(JsonElement json, string name) =>
        !json.TryGetProperty(name, out var value) ? null
        : value.ValueKind == JsonValueKind.Number && value.TryGetDouble(out var seconds) && seconds is >= 0 and <= LastSecond
            ? DateTimeOffset.FromUnixTimeMilliseconds((long)(seconds * 1000))
        : throw Invalid($"has no valid {name}");

    private static UaException Invalid(string what) => new(StatusCodes.BadIdentityTokenInvalid, $"An access token {what}.");
}
