using System.Buffers.Text;
using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Http;
using S7OpcBridge.Identity;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Web.Connections;

namespace S7OpcBridge.Web.Login;

/// <summary>
/// Checks names and passwords of the users of the OPC UA server, with the same waits after wrong ones; also as Basic authentication (RFC 7617); and
/// tokens of scripts and access tokens of issuers (RFC 6750). A right password of Basic and an access token are remembered for a while as a keyed hash in
/// memory; otherwise a script that asks every second would keep a core busy with hashing.
/// </summary>
internal sealed class WebLogin(BridgeCommands commands, TimeProvider time)
{
    private const string Scheme = "Basic ",
        TokenScheme = "Bearer ";
    private const int MostRemembered = 64,
        LongestHeader = 2048;

    private static readonly TimeSpan RememberedFor = TimeSpan.FromMinutes(5),
        RefusedAfter = TimeSpan.FromMilliseconds(500);

    private readonly Lazy<byte[]> _secret = new(static () => RandomNumberGenerator.GetBytes(32));
    private readonly ConcurrentDictionary<string, Admitted> _remembered = new();

    /// <summary>The user whose name and password are in the request's head; null: none, or they are wrong.</summary>
    public async ValueTask<PageUser?> FindAsync(HttpContext context)
    {
        string header = context.Request.Headers.Authorization.ToString();
        if (header.StartsWith(TokenScheme, StringComparison.OrdinalIgnoreCase) && header.Length <= Logins.LongestAccessToken)
            return await FindByTokenAsync(header[TokenScheme.Length..].Trim(), context);
        if (!header.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase) || header.Length > LongestHeader)
            return null;
        if (FindRemembered(header, out var key) is { } known)
            return known;
        if (!TryDecode(header[Scheme.Length..].Trim(), out var name, out var password))
            return null;
        return await CheckAsync(name, password, context) is { } user ? Remember(key, user) : null;
    }

    private PageUser? FindRemembered(string credentials, out string key)
    {
        key = Convert.ToHexString(HMACSHA256.HashData(_secret.Value, Encoding.UTF8.GetBytes(credentials)));
        if (!_remembered.TryGetValue(key, out var known))
            return null;
        // Checked against the present users file, so that a removed user is refused.
        if (time.GetElapsedTime(known.At) < RememberedFor && known.User.IsValid() && known.User.HasSamePassword())
            return known.User;
        _remembered.TryRemove(key, out _);
        return null;
    }

    private PageUser Remember(string key, PageUser user)
    {
        if (_remembered.Count >= MostRemembered)
            _remembered.Clear();
        _remembered[key] = new Admitted(user, time.GetTimestamp());
        return user;
    }

    /// <summary>The user with this name and password; null: they are wrong, or the user has to wait. Every attempt is audited.</summary>
    public async Task<PageUser?> CheckAsync(string name, ReadOnlyMemory<byte> password, HttpContext context)
    {
        var remote = RemoteOf(context);
        PageUser? user = null;
        try
        {
            user = await commands.LogInAsync!(name, password, remote, context.RequestAborted);
        }
        catch (UaException)
        {
            // A throttled user gets the same answer as after a wrong password.
            commands.AuditLogin(name, remote, false);
            await HoldUpAsync(context);
            return null;
        }
        commands.AuditLogin(name, remote, user is not null);
        return user;
    }

    /// <summary>True where access tokens of an issuer are accepted.</summary>
    public bool TakesAccessTokens => commands.LogInByTokenAsync is not null;

    /// <summary>The user with this access token; null: it is not accepted. Every attempt is audited.</summary>
    public async ValueTask<PageUser?> CheckAccessTokenAsync(string token, HttpContext context)
    {
        try
        {
            if (
                commands.LogInByTokenAsync is { } checkAsync
                && token.Length <= Logins.LongestAccessToken
                && await checkAsync(Encoding.UTF8.GetBytes(token.Trim()), context.RequestAborted) is { } user
            )
            {
                commands.AuditLogin(user.Name, RemoteOf(context), true);
                return user;
            }
        }
        catch (UaException)
        {
            // Whatever is wrong with it, the answer is the same.
        }

        commands.AuditLogin("an access token", RemoteOf(context), false);
        await HoldUpAsync(context);
        return null;
    }

    // A token has so many random bits that none is ever guessed; wrong ones are answered late all the same, and stand in the audit.
    private async ValueTask<PageUser?> FindByTokenAsync(string text, HttpContext context)
    {
        // An access token has two dots, those of scripts have none.
        if (TakesAccessTokens && text.Contains('.'))
        {
            if (FindRemembered(text, out var key) is { } known)
                return known;
            return await CheckAccessTokenAsync(text, context) is { } user ? Remember(key, user) : null;
        }
        if (commands.Tokens?.Find(text) is { } token)
            return new PageUser($"{token.Name} of {token.Owner}", () => commands.RolesOfToken(token)) { IsScript = true };
        commands.AuditLogin("a token", RemoteOf(context), false);
        await HoldUpAsync(context);
        return null;
    }

    /// <summary>Where a request comes from; null: not known.</summary>
    public static EndPoint? RemoteOf(HttpContext context) =>
        context.Connection.RemoteIpAddress is { } address ? new IPEndPoint(address, context.Connection.RemotePort) : null;

    // Delays the answer, so that the client does not retry at once. Meanwhile its connection counts as idle and may be replaced.
    private static async Task HoldUpAsync(HttpContext context)
    {
        var connection = context.Features.Get<WebConnection>();
        connection?.EndRequest();
        try
        {
            await Task.Delay(RefusedAfter, TimeProvider.System, context.RequestAborted);
        }
        finally
        {
            connection?.BeginRequest();
        }
    }

    private static bool TryDecode(string credentials, [NotNullWhen(true)] out string? name, out byte[] password)
    {
        (name, password) = (null, []);
        if (!Base64.IsValid(credentials))
            return false;
        var bytes = Convert.FromBase64String(credentials);
        var colon = bytes.AsSpan().IndexOf((byte)':');
        if (colon <= 0)
            return false;
        (name, password) = (Encoding.UTF8.GetString(bytes, 0, colon), bytes[(colon + 1)..]);
        return true;
    }

    private sealed record Admitted(PageUser User, long At);
}
