using System.Text;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Login;

namespace S7OpcBridge.Web.Users;

/// <summary>A user changes its own password: the old one is asked for, with the waits of a login. No answer and no audit has a password in it.</summary>
internal sealed class OwnPassword(BridgeCommands commands, Visitors visitors)
{
    private const int MaxBody = 4096;

    /// <summary>The actions.</summary>
    public IEnumerable<WebAction> List() => [new("password", "POST", Right.Oneself, MaxBody, ChangeAsync) { AtOnceOfUser = 1 }];

    private async Task<ActionAnswer> ChangeAsync(ActionCall call, CancellationToken cancellationToken)
    {
        var body = call.Read(UserJson.Default.PasswordBody);
        var user = call.Visitor!.User;
        if (user.IsScript || commands.ChangePasswordAsync is not { } changeAsync)
            return ActionAnswer.From(new CommandOutcome(StatusCodes.BadNotSupported, "A token has no password; log in with one."));
        var remote = WebLogin.RemoteOf(call.Context);
        try
        {
            // The new one is hashed, and a file is written.
            await Task.Run(() => changeAsync(user.Name, remote, body.Old, body.New, cancellationToken).AsTask(), cancellationToken);
        }
        catch (UaException e)
        {
            return ActionAnswer.From(new CommandOutcome(e.Status, e.Message));
        }
        // Whoever else is in with the old one is out; this browser goes on in a new session.
        visitors.Sessions.EndOf(user.Name);
        if (
            call.Visitor.Session is { Network: var network }
            && await visitors.Login.CheckAsync(user.Name, Encoding.UTF8.GetBytes(body.New), call.Context) is { } again
        )
            SessionCookie.Write(call.Context, visitors.Sessions.Begin(again, network, out _));
        return ActionAnswer.From(
            new CommandOutcome(StatusCodes.Good, "Your password is changed. Your other sessions on the page and your tokens have ended.")
        );
    }
}
