namespace S7OpcBridge.Web.Users;

/// <summary>The users, who is logged in, and the tokens.</summary>
/// <param name="Users">The users, in the order of the file.</param>
/// <param name="Roles">The roles that users can have.</param>
/// <param name="WhyNoChange">Why no user can be changed, as a sentence; null: they can.</param>
/// <param name="Clients">Sessions of OPC UA with a user.</param>
/// <param name="Browsers">Sessions of browsers.</param>
/// <param name="Tokens">The tokens for scripts.</param>
internal sealed record UsersAnswer(
    IReadOnlyList<UserRow> Users,
    IReadOnlyList<string> Roles,
    string? WhyNoChange,
    IReadOnlyList<ClientRow> Clients,
    IReadOnlyList<BrowserRow> Browsers,
    IReadOnlyList<TokenRow> Tokens
);

/// <summary>A user. Names and descriptions may contain any text.</summary>
/// <param name="Certificate">Thumbprint, or the names by which its certificate is known; null: none.</param>
internal sealed record UserRow(
    string Name,
    IReadOnlyList<string> Roles,
    bool HasPassword,
    string? Certificate,
    string? Description,
    bool IsDisabled,
    bool MayNotBeRemoved
);

/// <summary>A session of OPC UA with a user.</summary>
internal sealed record ClientRow(string User, string Application, string? Remote, double AgeMs);

/// <summary>A session of a browser.</summary>
/// <param name="Session">By which it can be ended.</param>
/// <param name="IsOwn">True: of who asks.</param>
internal sealed record BrowserRow(int Session, string User, string From, double AgeMs, double IdleMs, bool IsOwn);

/// <summary>A token for scripts; its text is kept nowhere.</summary>
/// <param name="IsValid">False: it has expired, or its owner is no user any more.</param>
internal sealed record TokenRow(
    string Name,
    string Owner,
    IReadOnlyList<string> Roles,
    DateTimeOffset Made,
    DateTimeOffset Expires,
    DateTimeOffset? LastUsed,
    bool IsValid
);

/// <summary>A token that was made.</summary>
/// <param name="Message">What was done, as a sentence.</param>
/// <param name="Token">Its text, which is shown this once.</param>
internal sealed record TokenMade(string Message, string Token);
