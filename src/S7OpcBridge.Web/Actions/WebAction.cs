namespace S7OpcBridge.Web.Actions;

/// <summary>One thing that a browser or a script can do or ask for below /api/v1/.</summary>
/// <param name="Name">Its name, which is also its path and stands in the audit. Actions with the same first part take turns.</param>
/// <param name="Method">GET or POST.</param>
/// <param name="Right">Who may.</param>
/// <param name="MaxBody">Limit of the body, in bytes.</param>
/// <param name="RunAsync">Does it.</param>
internal sealed record WebAction(
    string Name,
    string Method,
    Right Right,
    int MaxBody,
    Func<ActionCall, CancellationToken, Task<ActionAnswer>> RunAsync
)
{
    /// <summary>Where all actions are.</summary>
    public const string Root = "/api/v1/";

    /// <summary>Limit of the body of most actions, in bytes.</summary>
    public const int SmallBody = 1024;

    /// <summary>The path.</summary>
    public string Path => Root + Name;

    /// <summary>True: it has a body, and no other site may cause it.</summary>
    public bool IsPost => Method == "POST";

    /// <summary>True: it only asks, by a POST because the question is long. It takes no turn of changes, is not audited, and no map forbids it.</summary>
    public bool IsQuestion { get; init; }

    /// <summary>True: its body is long, or its work keeps a core busy; see <see cref="HeavyTurns"/>.</summary>
    public bool IsHeavy { get; init; }

    /// <summary>True: it changes nothing, but who has asked for it stands in the audit.</summary>
    public bool Discloses { get; init; }

    /// <summary>True: it writes the files of the map, which may be read-only.</summary>
    public bool WritesMap { get; init; }

    /// <summary>True: it changes something of the bridge, which the map can forbid.</summary>
    public bool IsChange => IsPost && !IsQuestion && Right > Right.LoggedIn;

    /// <summary>True: what came of it is audited. Logins have an audit of their own.</summary>
    public bool IsAudited => Discloses || (IsPost && !IsQuestion && Right != Right.Everybody);

    /// <summary>What takes turns.</summary>
    public string Kind => Name.Split('/')[0];

    /// <summary>How many a user may have under way at a time, because they wait for PLCs; 0: one of all users at a time.</summary>
    public int AtOnceOfUser { get; init; }

    /// <summary>True where somebody may do it.</summary>
    /// <param name="roles">The roles; null: not logged in.</param>
    public bool IsPermitted(IReadOnlyList<string>? roles) =>
        Right <= Right.Reader || (roles is not null && (Right <= Right.Permission || roles.Contains(Right.ToString())));
}
