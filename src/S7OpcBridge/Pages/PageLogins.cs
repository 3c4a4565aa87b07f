using System.Net;
using S7OpcBridge.Identity;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>Lets pages log in the users of the OPC UA server.</summary>
internal static class PageLogins
{
    public static Func<string, ReadOnlyMemory<byte>, EndPoint?, CancellationToken, ValueTask<PageUser?>> Create(Logins logins) =>
        async (name, password, remote, cancellationToken) =>
            await logins.CheckAsync(name, password, remote, cancellationToken) is { } user
                // Checked against the present users file, so that a removed user is refused.
                ? new PageUser(user.Name, () => logins.Recheck(user) is { } now ? logins.RolesOnPages(now) : null)
                {
                    HasSamePassword = () => logins.HasSamePassword(user),
                }
                : null;

    /// <summary>Lets pages admit users with access tokens.</summary>
    public static Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask<PageUser?>> CreateForTokens(Logins logins) =>
        async (token, cancellationToken) =>
            await logins.CheckTokenAsync(token, cancellationToken) is { } user
                ? new PageUser(user.Name, () => !logins.IsOver(user) && logins.Recheck(user) is { } now ? logins.RolesOnPages(now) : null)
                {
                    IsScript = true,
                }
                : null;
}
