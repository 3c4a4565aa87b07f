using System.Text;
using Microsoft.AspNetCore.Http;
using S7OpcBridge.Identity;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Web.Login;

namespace S7OpcBridge.Web.Actions;

/// <summary>Logging in and out, and what the session permits.</summary>
/// <param name="rules">What is possible at all.</param>
/// <param name="visitors">The users and their sessions.</param>
/// <param name="all">All actions.</param>
internal sealed class SessionActions(ChangeRules rules, Visitors visitors, Func<IReadOnlyList<WebAction>> all)
{
    private const int MaxLogin = Logins.LongestAccessToken + 4096;

    /// <summary>The actions.</summary>
    public IEnumerable<WebAction> List() =>
        [
            new("session", "GET", Right.Everybody, 0, ShowAsync),
            new("login", "POST", Right.Everybody, MaxLogin, LogInAsync),
            new("logout", "POST", Right.LoggedIn, WebAction.SmallBody, LogOutAsync),
        ];

    private Task<ActionAnswer> ShowAsync(ActionCall call, CancellationToken cancellationToken)
    {
        // A page that asks by itself does not keep its session alive; it tells when its user has done something.
        if (call.Visitor?.Session is { } session && call.Context.Request.Query["active"] == "true")
            visitors.Sessions.Touch(session);
        return Task.FromResult(Show(call.Visitor));
    }

    private async Task<ActionAnswer> LogInAsync(ActionCall call, CancellationToken cancellationToken)
    {
        if (rules.WhyNoLogin is { } why)
            return ActionAnswer.Refuse(StatusCodes.Status403Forbidden, OpcUa.StatusCodes.BadUserAccessDenied, why);
        var body = call.Read(ActionJson.Default.LoginBody);
        var context = call.Context;
        var found = body.AccessToken is { } token
            ? await visitors.Login.CheckAccessTokenAsync(token, context)
            : await visitors.Login.CheckAsync(body.User, Encoding.UTF8.GetBytes(body.Password), context);
        if (found is not { } user || user.RolesNow() is not { } roles)
            return ActionAnswer.Refuse(
                StatusCodes.Status401Unauthorized,
                OpcUa.StatusCodes.BadUserAccessDenied,
                body.AccessToken is null
                    ? "User name or password is wrong, or too many wrong ones came from here: then wait a moment."
                    : "The access token is not accepted, has ended, or gives no role here."
            );
        if (SessionCookie.Read(context.Request) is { } before)
            visitors.Sessions.End(before);
        var address = context.Connection.RemoteIpAddress ?? System.Net.IPAddress.None;
        SessionCookie.Write(context, visitors.Sessions.Begin(user, ClientNetwork.From(address), out var session));
        return Show(new Visitor(user, roles, session));
    }

    private Task<ActionAnswer> LogOutAsync(ActionCall call, CancellationToken cancellationToken)
    {
        if (SessionCookie.Read(call.Context.Request) is { } id)
            visitors.Sessions.End(id);
        SessionCookie.Delete(call.Context);
        return Task.FromResult(ActionAnswer.From(new CommandOutcome(OpcUa.StatusCodes.Good, "Logged out.")));
    }

    private ActionAnswer Show(Visitor? visitor)
    {
        var (whyNoChange, whyNoMapChange) = (rules.WhyNoChange, rules.WhyNoMapChange);
        return ActionAnswer.Give(
            new SessionAnswer(
                visitor?.User.Name,
                visitor?.Roles ?? [],
                [
                    .. all()
                        .Where(action =>
                            action.IsPermitted(visitor?.Roles)
                            && !(action.IsChange && (whyNoChange is not null || (action.WritesMap && whyNoMapChange is not null)))
                        )
                        .Select(static action => action.Name),
                ],
                visitor?.Session?.Token,
                (int)WebSessions.Idle.TotalSeconds,
                rules.WhyNoLogin,
                whyNoChange,
                whyNoMapChange,
                visitors.Login.TakesAccessTokens
            ),
            ActionJson.Default.SessionAnswer,
            "Shown."
        );
    }
}
