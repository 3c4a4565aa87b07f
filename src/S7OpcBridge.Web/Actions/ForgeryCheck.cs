using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Http;
using S7OpcBridge.Web.Login;

namespace S7OpcBridge.Web.Actions;

/// <summary>
/// Refuses what another site made a browser send (CSRF). A browser tells with each POST from which site it comes, sends JSON to other sites only after
/// asking, and no other site can read the token of a session.
/// </summary>
internal static class ForgeryCheck
{
    /// <summary>The header with the token of the session.</summary>
    public const string TokenHeader = "X-Console-Token";

    /// <summary>Why a POST is refused, as a sentence; null: it is not forged.</summary>
    /// <param name="visitor">Who asks; null: nobody known, who can only log in.</param>
    public static string? Find(HttpRequest request, Visitor? visitor)
    {
        var origin = request.Headers.Origin.ToString();
        var isOwn = origin.Equals($"{request.Scheme}://{request.Host.Value}", StringComparison.OrdinalIgnoreCase);
        if (origin.Length > 0 && !isOwn)
            return "This came from another site than the page.";
        if (request.Headers["Sec-Fetch-Site"].ToString() is not ("" or "same-origin" or "none"))
            return "This came from another site than the page.";
        if (visitor is { Session: null } && origin.Length > 0)
            return "Browsers have to log in by the form, not with name and password in each request.";
        if (visitor?.Session is not { } session)
            return null;
        if (!isOwn)
            return "The browser does not say from which site this comes (Origin).";
        return CryptographicOperations.FixedTimeEquals(
            Encoding.UTF8.GetBytes(request.Headers[TokenHeader].ToString()),
            Encoding.UTF8.GetBytes(session.Token)
        )
            ? null
            : $"The token of the session is missing ({TokenHeader}); open the page again.";
    }
}
