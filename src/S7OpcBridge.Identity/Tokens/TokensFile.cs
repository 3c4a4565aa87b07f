using System.Text.Json;
using System.Text.Json.Serialization;
using S7OpcBridge.Map;

namespace S7OpcBridge.Identity;

/// <summary>The file with the tokens for scripts, beside the users file and with its rights.</summary>
public static class TokensFile
{
    private const int MostBytes = 1024 * 1024;

    /// <summary>The file beside a users file: <c>users.tokens.json</c> for <c>users.yaml</c>.</summary>
    public static string PathFor(string usersFile) => Path.ChangeExtension(usersFile, ".tokens.json");

    /// <summary>The tokens; none where there is no file.</summary>
    /// <exception cref="IOException">It cannot be read, or others than its owner have access to it.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    public static IReadOnlyList<ScriptToken> Read(string path)
    {
        if (!File.Exists(path))
            return [];
        if (SecretFile.IsOpenToOthers(path))
            throw new IOException($"others than its owner have access to the tokens file '{path}'; type: chmod 600 {path}");
        try
        {
            var content = JsonSerializer.Deserialize(UserFile.Read(path, MostBytes), TokensJson.Default.TokensContent);
            return content?.Tokens is { } tokens && !tokens.Contains(null!)
                ? tokens
                : throw new JsonException("there is no list of tokens");
        }
        catch (JsonException e)
        {
            throw new IOException($"the tokens file '{path}' is damaged: {e.Message} Remove it, and make the tokens again.", e);
        }
    }

    /// <summary>Replaces the file.</summary>
    /// <exception cref="IOException">It cannot be written; the old one is as it was.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public static void Write(string path, IReadOnlyList<ScriptToken> tokens) =>
        AtomicFile.Write(
            path,
            JsonSerializer.Serialize(new TokensContent(tokens), TokensJson.Default.TokensContent) + "\n",
            AtomicFile.Secret
        );

    /// <summary>Removes the tokens of users that are no longer there, so that a later user of the same name does not get them.</summary>
    internal static void Prune(string usersFile, IEnumerable<string> users)
    {
        var path = PathFor(usersFile);
        if (!File.Exists(path))
            return;
        var known = users.ToHashSet(StringComparer.Ordinal);
        var tokens = Read(path);
        if (tokens.Any(token => !known.Contains(token.Owner)))
            Write(path, [.. tokens.Where(token => known.Contains(token.Owner))]);
    }
}

/// <summary>The content of a tokens file.</summary>
internal sealed record TokensContent(IReadOnlyList<ScriptToken> Tokens);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    WriteIndented = true,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true
)]
[JsonSerializable(typeof(TokensContent))]
internal sealed partial class TokensJson : JsonSerializerContext;
