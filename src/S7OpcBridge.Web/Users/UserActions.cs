using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Login;

namespace S7OpcBridge.Web.Users;

/// <summary>Adding, changing and removing users, and ending sessions. No answer and no audit has a password in it.</summary>
internal sealed class UserActions(BridgeView view, BridgeCommands commands, WebSessions sessions)
{
    private const int MaxUser = 4096;

    /// <summary>The actions.</summary>
    public IEnumerable<WebAction> List() =>
        [
            new("users", "GET", Right.SecurityAdmin, 0, ShowAsync),
            Change(
                "users/add",
                call =>
                    Done(
                        call,
                        static users => users.Add,
                        static user => $"Added: '{user.Name}' with {string.Join(", ", user.Roles ?? [])}."
                    )
            ),
            Change(
                "users/change",
                call => Done(call, static users => users.Change, static user => $"Changed: '{user.Name}': {WhatOf(user)}.")
            ),
            Change("users/remove", Remove),
            new("users/end-session", "POST", Right.SecurityAdmin, WebAction.SmallBody, EndSessionAsync),
        ];

    private WebAction Change(string name, Func<ActionCall, ActionAnswer> change) =>
        new(
            name,
            "POST",
            Right.SecurityAdmin,
            MaxUser,
            (call, cancellationToken) =>
                // Passwords are hashed, and a file is written.
                Task.Run(() => Refused(() => change(call)), cancellationToken)
        );

    private UserAdministration Users =>
        commands.Users ?? throw new UaException(CommandOutcome.NotHere.Status, CommandOutcome.NotHere.Sentence);

    private ActionAnswer Done(ActionCall call, Func<UserAdministration, Action<UserChanges>> change, Func<UserChanges, string> sentence)
    {
        var user = call.Read(UserJson.Default.UserChanges);
        if (user.Roles?.Contains(null!) == true)
            throw new ActionBodyException("'roles' is a list of names.");
        change(Users)(user);
        return ActionAnswer.From(new CommandOutcome(StatusCodes.Good, sentence(user)));
    }

    private ActionAnswer Remove(ActionCall call)
    {
        var name = call.Read(UserJson.Default.NameBody).Name;
        Users.Remove(name);
        return ActionAnswer.From(
            new CommandOutcome(StatusCodes.Good, $"Removed: '{name}'; the sessions and tokens of this user have ended.")
        );
    }

    /// <summary>Runs a change; one that is refused says why.</summary>
    public static ActionAnswer Refused(Func<ActionAnswer> change)
    {
        try
        {
            return change();
        }
        catch (UaException e)
        {
            var sentence = e.Message.Length > 0 ? $"{char.ToUpperInvariant(e.Message[0])}{e.Message[1..]}" : "";
            return ActionAnswer.From(new CommandOutcome(e.Status, sentence));
        }
    }

    private static string WhatOf(UserChanges user)
    {
        string?[] what =
        [
            user.Roles is { } roles ? $"the roles {string.Join(", ", roles)}" : null,
            user.Password is null ? null : "a new password",
            user.Certificate is null ? null : "a new certificate",
            user.Description is null ? null : "a new description",
            user.IsDisabled switch
            {
                true => "disabled",
                false => "enabled",
                _ => null,
            },
        ];
        return string.Join(", ", what.OfType<string>().DefaultIfEmpty("nothing new"));
    }

    private Task<ActionAnswer> EndSessionAsync(ActionCall call, CancellationToken cancellationToken)
    {
        var number = call.Read(UserJson.Default.SessionBody).Session;
        return Task.FromResult(
            ActionAnswer.From(
                sessions.End(number) is { } ended
                    ? new CommandOutcome(StatusCodes.Good, $"Ended: a session of '{ended.User.Name}' from {ended.Network}.")
                    : new CommandOutcome(StatusCodes.BadNotFound, "There is no such session, or no longer.")
            )
        );
    }

    private Task<ActionAnswer> ShowAsync(ActionCall call, CancellationToken cancellationToken)
    {
        if (commands.Users is not { } users)
            return Task.FromResult(ActionAnswer.From(CommandOutcome.NotHere));
        var answer = new UsersAnswer(
            [.. users.List.Select(RowOf)],
            users.RoleNames,
            users.HasFile
                ? null
                : "The users are listed in the map itself; move them into a file ('users: users.yaml'), so that they can be changed here.",
            [
                .. view
                    .Server.Sessions()
                    .Where(static session => session.User is not null)
                    .Select(static session => new ClientRow(session.User!, session.Application, session.Remote, session.AgeMs)),
            ],
            [.. sessions.List().Select(session => RowOf(session, call.Visitor?.Session))],
            [.. (commands.Tokens?.List() ?? []).Select(RowOf)]
        );
        return Task.FromResult(ActionAnswer.Give(answer, UserJson.Default.UsersAnswer, "Shown."));
    }

    private static UserRow RowOf(UserEntry user) =>
        new(user.Name, user.Roles, user.Password is not null, TextOf(user.Certificate), user.Description, user.IsDisabled, user.NoDelete);

    private static string? TextOf(UserCertificate? certificate) =>
        certificate is null
            ? null
            : certificate.Thumbprint ?? string.Join(" of ", new[] { certificate.Subject, certificate.Issuer }.OfType<string>());

    private BrowserRow RowOf(WebSession session, WebSession? own)
    {
        var (idle, age) = sessions.TimesOf(session);
        return new BrowserRow(
            session.Number,
            session.User.Name,
            session.Network.ToString(),
            Math.Round(age.TotalMilliseconds),
            Math.Round(idle.TotalMilliseconds),
            session == own
        );
    }

    private TokenRow RowOf(ScriptToken token) =>
        new(token.Name, token.Owner, token.Roles, token.Made, token.Expires, token.LastUsed, commands.RolesOfToken(token) is not null);
}
