using Microsoft.Extensions.Logging;
using Microsoft.IdentityModel.Tokens;
using S7OpcBridge.Map;

namespace S7OpcBridge.Identity.Issuers;

/// <summary>
/// The present keys of an issuer. Of a file: looked at on each use. Fetched: again every ten hours, and where a token names a key that is not known, once a
/// minute at most; the last good ones are kept on disk, so that users may log in after a start while the issuer cannot be reached. Any thread.
/// </summary>
/// <param name="issuer">Whose.</param>
/// <param name="fetch">Fetches the JWK set.</param>
internal sealed partial class IssuerKeys(
    TokenIssuer issuer,
    Func<TokenIssuer, CancellationToken, Task<string>> fetch,
    TimeProvider time,
    ILogger logger
)
{
    /// <summary>How long a login waits for keys, at most.</summary>
    public static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(5);

    /// <summary>Time between two attempts to fetch keys, at least, and age of keys that are fetched again.</summary>
    public static readonly TimeSpan Pause = TimeSpan.FromMinutes(1),
        Age = TimeSpan.FromHours(10);

    private readonly Lock _gate = new();
    private volatile IssuerKeySet? _keys;
    private FileStamp _stamp;
    private Task? _fetching;
    private long? _tried,
        _fetched;
    private string? _fault;

    /// <summary>The keys that may have signed a token.</summary>
    public async ValueTask<IReadOnlyList<SecurityKey>> ForAsync(AccessToken token, CancellationToken cancellationToken)
    {
        var keys = Known().For(token);
        if (issuer.KeysFile is not null)
            return keys;
        if (keys.Count > 0)
        {
            if (IsOld())
                _ = StartFetching();
            return keys;
        }

        if (StartFetching() is not { } fetching)
            return keys;
        try
        {
            await fetching.WaitAsync(LongestWait, time, cancellationToken);
        }
        catch (TimeoutException)
        {
            // It goes on for those who come later.
        }

        return Known().For(token);
    }

    /// <summary>Begins to fetch, so that the first login need not wait.</summary>
    public void Prepare()
    {
        if (issuer.KeysFile is null)
            _ = StartFetching();
    }

    private IssuerKeySet Known()
    {
        lock (_gate)
        {
            if (issuer.KeysFile is { } file)
                LookAt(file);
            else
                _keys ??= Kept() ?? IssuerKeySet.Empty;
            return _keys ?? IssuerKeySet.Empty;
        }
    }

    private void LookAt(string file)
    {
        if (FileStamp.Read(file) is var stamp && stamp == _stamp && _keys is not null)
            return;
        _stamp = stamp;
        try
        {
            if (Read(file) is { } keys)
            {
                _keys = keys;
                Taken(logger, keys.Count, issuer.Issuer, file);
                return;
            }

            FileFault(logger, file, issuer.Issuer, "it has no key for RS256, PS256, ES256 or ES384");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            FileFault(logger, file, issuer.Issuer, e.Message.ReplaceLineEndings(" "));
        }

        _keys ??= IssuerKeySet.Empty;
    }

    private IssuerKeySet? Kept()
    {
        try
        {
            return issuer.KeptKeys is { } file && File.Exists(file) ? Read(file) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static IssuerKeySet? Read(string file) =>
        new FileInfo(file).Length <= IssuerKeySet.MaxLength ? IssuerKeySet.Read(File.ReadAllText(file)) : null;

    private bool IsOld()
    {
        lock (_gate)
            return _fetched is not { } at || time.GetElapsedTime(at) > Age;
    }

    /// <returns>What is under way; null: it was tried a moment ago.</returns>
    private Task? StartFetching()
    {
        lock (_gate)
        {
            if (_fetching is { IsCompleted: false })
                return _fetching;
            if (_tried is { } at && time.GetElapsedTime(at) < Pause)
                return null;
            _tried = time.GetTimestamp();
            // On the pool, and for all who wait: none of them can cancel it.
            return _fetching = Task.Run(FetchAsync, CancellationToken.None);
        }
    }

    private async Task FetchAsync()
    {
        try
        {
            var json = await fetch(issuer, CancellationToken.None);
            if (IssuerKeySet.Read(json) is not { } keys)
                throw new HttpRequestException("the answer has no key for RS256, PS256, ES256 or ES384");
            lock (_gate)
                (_keys, _fetched, _fault) = (keys, time.GetTimestamp(), null);
            Taken(logger, keys.Count, issuer.Issuer, issuer.KeysUrl ?? issuer.Issuer);
            Keep(json);
        }
        catch (Exception e)
        {
            var why = e.Message.ReplaceLineEndings(" ");
            lock (_gate)
            {
                if (_fault == why)
                    return;
                _fault = why;
            }

            NotFetched(logger, issuer.Issuer, why);
        }
    }

    private void Keep(string json)
    {
        if (issuer.KeptKeys is not { } file)
            return;
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            AtomicFile.Write(file, json, AtomicFile.Secret);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            NotKept(logger, file, e.Message.ReplaceLineEndings(" "));
        }
    }

    [LoggerMessage(540, LogLevel.Information, "{Count} keys of the token issuer {Issuer} were read from {Place}.")]
    private static partial void Taken(ILogger logger, int count, string issuer, string place);

    [LoggerMessage(
        541,
        LogLevel.Warning,
        "The keys of the token issuer {Issuer} could not be fetched: {Reason}. Those of before stay in use."
    )]
    private static partial void NotFetched(ILogger logger, string issuer, string reason);

    [LoggerMessage(
        542,
        LogLevel.Warning,
        "The file {File} with the keys of the token issuer {Issuer} was not taken: {Reason}. Those of before stay in use."
    )]
    private static partial void FileFault(ILogger logger, string file, string issuer, string reason);

    [LoggerMessage(
        543,
        LogLevel.Warning,
        "The keys could not be kept in {File}: {Reason} After a start users log in only once they can be fetched."
    )]
    private static partial void NotKept(ILogger logger, string file, string reason);
}
