using System.Net;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>One value to be written. Access level and the caller's permission have been checked; type, range and limits have not.</summary>
/// <param name="Variable">Its index in the <see cref="VariableTable"/>; -1: it has none.</param>
/// <param name="Range">The part of the variable that is written; null: all of it.</param>
/// <param name="Place">Its place in the call.</param>
public readonly record struct NodeWrite(NodeHandle Node, int Variable, Variant Value, IndexRange? Range, int Place);

/// <summary>The results of a Write call. A handler can set those of its own writes only: what the stack has refused stays refused.</summary>
public readonly record struct WriteResults
{
    private readonly StatusCode[] _all;

    internal WriteResults(StatusCode[] all) => _all = all;

    /// <summary>Operations of the call; each <see cref="NodeWrite.Place"/> is less.</summary>
    public int Count => _all.Length;

    /// <summary>The result of a write.</summary>
    public StatusCode this[in NodeWrite write]
    {
        get => _all[write.Place];
        set => _all[write.Place] = value;
    }
}

/// <summary>
/// Writes the nodes of one Write call, in order, and sets the result of each. Calls of a session start in the order in which they arrived, so the handler must
/// queue its writes before it first waits. It throws only when cancelled.
/// </summary>
/// <param name="caller">Who writes.</param>
/// <param name="writes">What; without the operations of the call that the stack has refused or done itself.</param>
/// <param name="results">Set by the handler; each is BadRequestInterrupted until then, and stays so if the call is cancelled.</param>
/// <param name="cancellationToken">The client gave up, its timeoutHint ran out, or its session ended.</param>
public delegate ValueTask WriteHandler(
    UaCaller caller,
    IReadOnlyList<NodeWrite> writes,
    WriteResults results,
    CancellationToken cancellationToken
);

/// <summary>
/// Runs a method of the application. A <see cref="UaException"/> gives the operation its status. The audit tells the arguments of its methods by their values,
/// so none of them may be secret.
/// </summary>
/// <param name="caller">Who calls.</param>
/// <param name="target">The object.</param>
/// <param name="arguments">The input arguments; the handler checks their number and types (BadArgumentsMissing, BadTooManyArguments).</param>
/// <param name="cancellationToken">See <see cref="WriteHandler"/>.</param>
/// <returns>The output arguments; null: no such method, BadMethodInvalid.</returns>
public delegate ValueTask<Variant[]?> MethodHandler(
    UaCaller caller,
    NodeId target,
    NodeId method,
    IReadOnlyList<Variant> arguments,
    CancellationToken cancellationToken
);

/// <summary>
/// Completes when the variables have been read from their source again, or cannot be. Called only for variables that are older than both the request's MaxAge
/// and their own MinimumSamplingInterval.
/// </summary>
public delegate ValueTask FreshReadHandler(IReadOnlyList<int> variables, CancellationToken cancellationToken);

/// <summary>The table variables that were written and not read back yet. For a Read with a MaxAge their values are too old, whatever their age.</summary>
/// <param name="IsUnconfirmed">True for such a variable. Any thread; called for each value of such a Read, before the value is read.</param>
/// <param name="ReadBack">Completes when the variables have been read back, or cannot be.</param>
public sealed record WrittenVariables(Func<int, bool> IsUnconfirmed, FreshReadHandler ReadBack);

/// <summary>A user and its roles. The application may derive from it to keep what it needs when the user is checked again.</summary>
public record UaUser(string Name, IReadOnlyList<string> Roles)
{
    /// <summary>
    /// For how long, from the login on, it is this user; null: without an end. After that the session goes on as anonymous, or ends where that is not allowed,
    /// unless the client has activated it again.
    /// </summary>
    public TimeSpan? Lasts { get; init; }
}

/// <summary>An issuer of access tokens (JWT) with which users log in (OPC 10000-6, 6.5.2).</summary>
/// <param name="Metadata">What tells clients where to get a token: a JSON object, the IssuerEndpointUrl of its token policies.</param>
/// <param name="Check">Checks a token of it.</param>
public sealed record UserTokenIssuer(string Metadata, UserTokenCheck Check);

/// <summary>
/// Checks an access token, as the client sent it, decrypted. Null: it is right, but admits nobody. A <see cref="UaException"/> refuses it with the exception's
/// status.
/// </summary>
public delegate ValueTask<UaUser?> UserTokenCheck(ReadOnlyMemory<byte> token, EndPoint? remote, CancellationToken cancellationToken);

/// <summary>Checks a password; null: not admitted. Takes the same time for every failure.</summary>
public delegate ValueTask<UaUser?> UserNameCheck(
    string userName,
    ReadOnlyMemory<byte> password,
    EndPoint? remote,
    CancellationToken cancellationToken
);

/// <summary>
/// Checks a user's certificate, leaf first; the client has proved that it has the key. Null: not admitted. A <see cref="UaException"/> refuses it with the
/// exception's status.
/// </summary>
public delegate ValueTask<UaUser?> UserCertificateCheck(
    IReadOnlyList<X509Certificate2> chain,
    EndPoint? remote,
    CancellationToken cancellationToken
);

/// <summary>
/// Checks a user name before its password is decrypted. Called before and after its request has waited for its turn, so it must be fast. Any thread.
/// </summary>
/// <returns>Why the name may not be tried now, as a sentence; null: it may.</returns>
public delegate string? UserNameLook(string userName, EndPoint? remote);
