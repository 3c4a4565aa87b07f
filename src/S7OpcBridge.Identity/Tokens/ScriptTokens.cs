using System.Buffers.Text;
using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Text;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Identity;

/// <summary>The tokens for scripts: made by a user, shown once, kept as hashes. The file is looked at on each access. Any thread.</summary>
/// <param name="usersFile">The users file at present; null: the users stand in the map, and there are no tokens.</param>
/// <param name="findUser">The user with a name at present; null: there is none that may log in.</param>
/// <param name="logger">Receives why a file is not taken.</param>
public sealed partial class ScriptTokens(Func<string?> usersFile, Func<string, UserEntry?> findUser, TimeProvider time, ILogger logger)
{
    /// <summary>How each token begins, so that people and scanners of secrets recognise one.</summary>
    public const string Prefix = "s7ob_";

    private const int SecretBytes = 32,
        LongestText = 100;
    private static readonly TimeSpan StoreUsesEvery = TimeSpan.FromHours(1),
        TryAgainAfter = TimeSpan.FromMinutes(1);

    private readonly Lock _gate = new();
    private readonly ConcurrentDictionary<string, DateTimeOffset> _used = new(StringComparer.Ordinal);
    private IReadOnlyList<ScriptToken> _tokens = [];
    private Dictionary<string, ScriptToken> _byHash = [];
    private string? _path;
    private FileStamp _stamp;
    private DateTimeOffset _nextStore;

    /// <summary>Ends when the last use is stored.</summary>
    internal Task Storing { get; private set; } = Task.CompletedTask;

    /// <summary>All tokens, also expired ones, with their last use.</summary>
    public IReadOnlyList<ScriptToken> List() => [.. Current().Tokens.Select(WithUse)];

    /// <summary>The token with a text; null: there is none, or it has expired.</summary>
    public ScriptToken? Find(string text)
    {
        if (text.Length > LongestText || !text.StartsWith(Prefix, StringComparison.Ordinal) || FindHash(HashOf(text)) is not { } token)
            return null;
        var now = time.GetUtcNow();
        _used[token.Hash] = now;
        if (token.LastUsed is null || now - token.LastUsed > StoreUsesEvery)
            StoreUsesLater(now);
        return token;
    }

    /// <summary>The token with a hash, as it is now; null: it was revoked, or has expired.</summary>
    public ScriptToken? FindHash(string hash) =>
        Current().ByHash.TryGetValue(hash, out var token) && token.Expires > time.GetUtcNow() ? token : null;

    /// <summary>Makes a token and returns its text, which is kept nowhere.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="owner">Who makes it.</param>
    /// <param name="roles">What it may; the caller has checked that the owner may that, too.</param>
    /// <param name="days">How long it lasts.</param>
    /// <exception cref="UaException">The name is taken or no name, the days are too many, or the file cannot be written.</exception>
    public string Add(string name, string owner, IReadOnlyList<string> roles, int days)
    {
        if (UserEntry.FaultOf(name) is { } fault)
            throw new UaException(StatusCodes.BadInvalidArgument, $"The name of the token {fault}.");
        if (days is < 1 or > ScriptToken.MostDays)
            throw new UaException(StatusCodes.BadOutOfRange, $"A token lasts 1 to {ScriptToken.MostDays} days.");
        if (roles.Count == 0)
            throw new UaException(StatusCodes.BadInvalidArgument, "A token has at least one role.");
        if (findUser(owner) is not { } user || ScriptToken.KeyOf(user) is not { } key)
            throw new UaException(StatusCodes.BadInvalidState, $"'{owner}' is no user with a password.");
        var text = Prefix + Base64Url.EncodeToString(RandomNumberGenerator.GetBytes(SecretBytes));
        var now = time.GetUtcNow();
        Edit(tokens =>
            tokens.Any(token => token.Name == name)
                ? throw new UaException(StatusCodes.BadAlreadyExists, $"There is a token '{name}' already.")
            : tokens.Count >= ScriptToken.Most
                ? throw new UaException(StatusCodes.BadTooManyOperations, $"There are {ScriptToken.Most} tokens; remove one first.")
            : [.. tokens, new ScriptToken(name, owner, key, roles, HashOf(text), now, now.AddDays(days))]
        );
        return text;
    }

    /// <summary>Revokes a token; it admits nobody from now on.</summary>
    /// <exception cref="UaException">There is none, or the file cannot be written.</exception>
    public void Remove(string name) =>
        Edit(tokens =>
            tokens.Any(token => token.Name == name)
                ? [.. tokens.Where(token => token.Name != name)]
                : throw new UaException(StatusCodes.BadNotFound, $"There is no token '{name}', or no longer.")
        );

    /// <summary>The user who made a token and may still log in with the same password; null: there is none, and the token admits nobody.</summary>
    public UserEntry? OwnerOf(ScriptToken token) => findUser(token.Owner) is { } owner && token.IsOf(owner) ? owner : null;

    private static string HashOf(string text) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)));

    private ScriptToken WithUse(ScriptToken token) =>
        _used.TryGetValue(token.Hash, out var used) && !(token.LastUsed >= used) ? token with { LastUsed = used } : token;

    private (IReadOnlyList<ScriptToken> Tokens, Dictionary<string, ScriptToken> ByHash) Current()
    {
        lock (_gate)
        {
            var path = usersFile() is { } users ? UsersDocument.TokensBeside(users) : null;
            var stamp = path is null ? default : FileStamp.Read(path);
            if (path == _path && stamp == _stamp)
                return (_tokens, _byHash);
            (_path, _stamp) = (path, stamp);
            try
            {
                Take(path is null ? [] : TokensFile.Read(path));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // Nobody is let in by a file that may have been changed by others.
                Take([]);
                NotTaken(logger, e.Message);
            }
            return (_tokens, _byHash);
        }
    }

    private void Take(IReadOnlyList<ScriptToken> tokens) =>
        (_tokens, _byHash) = (tokens, tokens.DistinctBy(static token => token.Hash).ToDictionary(static token => token.Hash));

    private void Edit(Func<IReadOnlyList<ScriptToken>, IReadOnlyList<ScriptToken>> change)
    {
        lock (_gate)
        {
            if (usersFile() is not { } users)
                throw new UaException(
                    StatusCodes.BadRequestNotAllowed,
                    "The users are listed in the map itself; move them into a file ('users: users.yaml'), so that tokens can be stored beside it."
                );
            var path = UsersDocument.TokensBeside(users);
            try
            {
                TokensFile.Write(path, [.. change(TokensFile.Read(path)).Select(WithUse)]);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                throw new UaException(
                    StatusCodes.BadResourceUnavailable,
                    $"The tokens file {path} cannot be written: {e.Message.ReplaceLineEndings(" ")} Give the folder to the user of the bridge."
                );
            }
        }
    }

    private void StoreUsesLater(DateTimeOffset now)
    {
        lock (_gate)
        {
            if (now < _nextStore)
                return;
            _nextStore = now + TryAgainAfter;
            Storing = Task.Run(StoreUses);
        }
    }

    // Only how late it was is lost where the file cannot be written.
    private void StoreUses()
    {
        try
        {
            Edit(static tokens => tokens);
        }
        catch (UaException e)
        {
            UsesNotStored(logger, e.Message);
        }
    }

    [LoggerMessage(536, LogLevel.Error, "No token for scripts is accepted: {Reason}")]
    private static partial void NotTaken(ILogger logger, string reason);

    [LoggerMessage(537, LogLevel.Debug, "The last use of tokens was not stored: {Reason}")]
    private static partial void UsesNotStored(ILogger logger, string reason);
}
