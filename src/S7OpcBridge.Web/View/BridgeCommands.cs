using System.Net;
using S7OpcBridge.Identity;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Web;

/// <summary>What pages ask the running bridge to do, as functions that the program fills in. Any thread.</summary>
public sealed record BridgeCommands
{
    /// <summary>Checks name and password of a user from an address; null: they are wrong. The function is null where there are no users.</summary>
    /// <exception cref="UaException">The user has to wait, after wrong passwords.</exception>
    public Func<string, ReadOnlyMemory<byte>, EndPoint?, CancellationToken, ValueTask<PageUser?>>? LogInAsync { get; init; }

    /// <summary>Checks the access token (JWT) of a user; null: it gives no role here. The function is null where the map has no issuers.</summary>
    /// <exception cref="UaException">It is not right.</exception>
    public Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask<PageUser?>>? LogInByTokenAsync { get; init; }

    /// <summary>
    /// Changes a user's own password: user, address, the old and the new one; returns what was done as half a sentence. The function is null where there are no
    /// users.
    /// </summary>
    /// <exception cref="UaException">It was not changed; the message says why.</exception>
    public Func<string, EndPoint?, string, string, CancellationToken, ValueTask<string>>? ChangePasswordAsync { get; init; }

    /// <summary>Raises the audit event of a login: user, address, and whether it succeeded.</summary>
    public Action<string, EndPoint?, bool> AuditLogin { get; init; } = static (_, _, _) => { };

    /// <summary>Raises the audit event of an action: user, address, name of the action, what was done or why not, and the outcome.</summary>
    public Action<string, EndPoint?, string, string, StatusCode> AuditAction { get; init; } = static (_, _, _, _, _) => { };

    /// <summary>Why the map cannot be written by this program, as a sentence; null: it can.</summary>
    public Func<string?> WhyMapIsReadOnly { get; init; } = static () => null;

    /// <summary>What can be done with PLCs.</summary>
    public PlcCommands Plcs { get; init; } = new();

    /// <summary>What pages need to edit the map; null: there is none that could be edited.</summary>
    public MapCommands? Map { get; init; }

    /// <summary>What editing tags asks for.</summary>
    public TagCommands Tags { get; init; } = new();

    /// <summary>What pages do with certificates.</summary>
    public CertificateCommands Certificates { get; init; } = new();

    /// <summary>The users of the users file; null: there are no users.</summary>
    public UserAdministration? Users { get; init; }

    /// <summary>The tokens for scripts; null: there are no users.</summary>
    public ScriptTokens? Tokens { get; init; }

    /// <summary>The roles that a token has now; null: it admits nobody any more.</summary>
    public Func<ScriptToken, IReadOnlyList<string>?> RolesOfToken { get; init; } = static _ => null;

    /// <summary>What the page does for whoever helps with a problem.</summary>
    public SupportCommands Support { get; init; } = new();

    /// <summary>What pages do with alarms.</summary>
    public AlarmCommands Alarms { get; init; } = new();

    /// <summary>What pages do with values.</summary>
    public ValueCommands Values { get; init; } = new();
}

/// <summary>A user who has logged in.</summary>
/// <param name="Name">The user's name.</param>
/// <param name="RolesNow">The roles that the user has at present; null: would no longer be admitted with the same password.</param>
public sealed record PageUser(string Name, Func<IReadOnlyList<string>?> RolesNow)
{
    /// <summary>True: a token came instead of a password, one of a script or an access token. It neither changes a password nor makes other tokens.</summary>
    public bool IsScript { get; init; }

    /// <summary>False once the password with which the user logged in is no longer the user's, also where the session goes on.</summary>
    public Func<bool> HasSamePassword { get; init; } = static () => true;

    /// <summary>False once the user would no longer be admitted.</summary>
    public bool IsValid() => RolesNow() is not null;
}

/// <summary>What came of a command.</summary>
/// <param name="Status">Good, or why not.</param>
/// <param name="Sentence">The same for people, without secrets.</param>
public sealed record CommandOutcome(StatusCode Status, string Sentence)
{
    /// <summary>There is nothing that could do it.</summary>
    public static CommandOutcome NotHere { get; } =
        new(StatusCodes.BadNotSupported, "This bridge has nothing to which that could be done.");
}
