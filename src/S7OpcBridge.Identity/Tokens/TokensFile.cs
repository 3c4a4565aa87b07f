using System.Text.Json;
using System.Text.Json.Serialization;
using S7OpcBridge.Map;

namespace S7OpcBridge.Identity;

/// <summary>The file with the tokens for scripts, beside the users file and with its rights.</summary>
public static class TokensFile
{
    private const int MostBytes = 1024 * 1024;

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

    /// <summary>Removes the tokens of users that are no longer there, or have another password.</summary>
    internal static void Prune(string usersFile, IReadOnlyList<UserEntry> users)
    {
        var path = UsersDocument.TokensBeside(usersFile);
        if (!File.Exists(path))
            return;
        var tokens = Read(path);
        var left = tokens.Where(token => users.Any(token.IsOf)).ToArray();
        if (left.Length < tokens.Count)
            Write(path, left);
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
