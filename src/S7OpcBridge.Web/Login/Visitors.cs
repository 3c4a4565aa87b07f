using Microsoft.AspNetCore.Http;

namespace S7OpcBridge.Web.Login;

/// <summary>
/// Finds out who asks: by the cookie of a session, otherwise by name and password in the request. Checked against the present users each time.
/// </summary>
/// <param name="login">Checks names and passwords.</param>
/// <param name="sessions">The sessions of browsers.</param>
internal sealed class Visitors(WebLogin login, WebSessions sessions)
{
    /// <summary>Checks names and passwords.</summary>
    public WebLogin Login => login;

    /// <summary>The sessions of browsers.</summary>
    public WebSessions Sessions => sessions;

    /// <summary>Who asks; null: nobody known.</summary>
    public async ValueTask<Visitor?> FindAsync(HttpContext context)
    {
        if (SessionCookie.Read(context.Request) is { } id && sessions.Find(id) is { } session)
        {
            if (session.User.RolesNow() is { } roles)
                return new Visitor(session.User, roles, session);
            sessions.End(id);
        }
        return await login.FindAsync(context) is { } user && user.RolesNow() is { } now ? new Visitor(user, now, null) : null;
    }
}
