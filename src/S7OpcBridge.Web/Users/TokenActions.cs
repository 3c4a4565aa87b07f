using S7OpcBridge.Identity;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Web.Actions;

namespace S7OpcBridge.Web.Users;

/// <summary>Making and revoking tokens for scripts. The text of a token is in the answer that makes it, and nowhere else.</summary>
internal sealed class TokenActions(BridgeCommands commands)
{
    /// <summary>The actions.</summary>
    public IEnumerable<WebAction> List() =>
        [
            new(
                "tokens/add",
                "POST",
                Right.SecurityAdmin,
                WebAction.SmallBody,
                (call, cancellationToken) => RunAsync(call, Add, cancellationToken)
            ),
            new(
                "tokens/remove",
                "POST",
                Right.SecurityAdmin,
                WebAction.SmallBody,
                (call, cancellationToken) => RunAsync(call, Remove, cancellationToken)
            ),
        ];

    private Task<ActionAnswer> RunAsync(ActionCall call, Func<ActionCall, ActionAnswer> change, CancellationToken cancellationToken) =>
        // A file is written.
        Task.Run(() => UserActions.Refused(() => change(call)), cancellationToken);

    private ScriptTokens Tokens => commands.Tokens ?? throw new UaException(CommandOutcome.NotHere.Status, CommandOutcome.NotHere.Sentence);

    private ActionAnswer Add(ActionCall call)
    {
        var body = call.Read(UserJson.Default.TokenBody);
        var visitor = call.Visitor!;
        // Otherwise a token would never expire: it would make the next one.
        if (visitor.User.IsScript)
            return Refuse("A token cannot make tokens; log in with a password.");
        if (body.Roles.FirstOrDefault(role => !visitor.Roles.Contains(role)) is { } beyond)
            return Refuse($"You do not have the role '{beyond}', so a token of yours cannot have it.");
        var text = Tokens.Add(body.Name, visitor.User.Name, [.. body.Roles.Distinct()], body.Days);
        var sentence = $"Made: the token '{body.Name}' with {string.Join(", ", body.Roles.Distinct())}, for {body.Days} days.";
        return ActionAnswer.Give(new TokenMade(sentence, text), UserJson.Default.TokenMade, sentence);
    }

    private ActionAnswer Remove(ActionCall call)
    {
        var name = call.Read(UserJson.Default.NameBody).Name;
        Tokens.Remove(name);
        return ActionAnswer.From(new CommandOutcome(StatusCodes.Good, $"Revoked: the token '{name}'."));
    }

    private static ActionAnswer Refuse(string sentence) => ActionAnswer.From(new CommandOutcome(StatusCodes.BadUserAccessDenied, sentence));
}
