using System.Net;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.ClientMemory;
using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.History;
using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>A client's session. It outlives its channel: a client may activate it on another one. Activation changes it under <see cref="Gate"/>.</summary>
internal sealed class Session
{
    private long _lastContact;
    private long _userEnds = long.MaxValue;
    private volatile UaConnection? _connection;
    private volatile UaCaller? _caller;
    private volatile ServerNonce _serverNonce = new(null);

    public Session(NodeId id, string name, TimeSpan timeout, UaConnection connection, int maxPending, long now)
    {
        (Id, Name, Timeout) = (id, name, timeout);
        Security = (connection.Channel!.Policy, connection.Channel.Mode);
        _connection = connection;
        _lastContact = now;
        Created = now;
        Pending = new PendingCalls(maxPending);
    }

    public NodeId Id { get; }

    /// <summary>Its number in the diagnostics.</summary>
    public int Slot { get; set; }

    /// <summary>How often it called which service.</summary>
    public SessionCounters Counters { get; } = new();

    /// <summary>The ServerUri in the client's request; null: none.</summary>
    public string? ServerUri { get; init; }

    /// <summary>Bytes of all that it keeps of its client's CreateSession.</summary>
    public long TextBytes { get; init; }

    /// <summary>The users that the session had, oldest first; a limited number.</summary>
    public string?[] UserHistory { get; private set; } = [];

    /// <summary>The authentication mechanism of its user.</summary>
    public UserTokenType Authentication { get; private set; }

    public SessionToken Token { get; } = new();

    public string Name { get; }

    public TimeSpan Timeout { get; }

    /// <summary>When it was created, by <see cref="TimeProvider.GetTimestamp"/>.</summary>
    public long Created { get; }

    /// <summary>The security with which it was created; any channel that takes it over must have the same.</summary>
    public (SecurityPolicy Policy, MessageSecurityMode Mode) Security { get; }

    public ApplicationDescription Client { get; init; } = new();

    /// <summary>Decides which roles the session has.</summary>
    public RoleDirectory Roles { get; init; } = new();

    /// <summary>True for addresses of this machine.</summary>
    public Func<IPAddress, bool> IsLocal { get; init; } = IPAddress.IsLoopback;

    /// <summary>The client's certificate, leaf only; null under policy None.</summary>
    public byte[]? ClientCertificate { get; init; }

    /// <summary>The server's certificate in the response to CreateSession, leaf only; empty under policy None.</summary>
    public byte[] ServerCertificate { get; init; } = [];

    /// <summary>The client's nonce in CreateSession; signatures under the enhanced policies cover it. Empty under the others.</summary>
    public byte[] ClientNonce { get; init; } = [];

    /// <summary>The largest response that the client accepts, in bytes.</summary>
    public int MaxResponseSize { get; init; } = int.MaxValue;

    /// <summary>The EndpointUrl in the client's request.</summary>
    public string EndpointUrl { get; init; } = "";

    /// <summary>Held while the session is activated, moved or closed.</summary>
    public Lock Gate { get; } = new();

    /// <summary>What the next ActivateSession must prove to know; replaced under <see cref="Gate"/>.</summary>
    public ServerNonce ServerNonce
    {
        get => _serverNonce;
        set => _serverNonce = value;
    }

    /// <summary>The locales that the client wants, the preferred one first; a limited number.</summary>
    public IReadOnlyList<string?> LocaleIds { get; set; } = [];

    public bool IsClosed { get; set; }

    /// <summary>The connection that may use the session.</summary>
    public UaConnection? Connection => _connection;

    /// <summary>
    /// The caller of the next request; null before the first activation. A request that has begun ends under the caller with which it began (OPC 10000-2,
    /// 6.20), so services get it from the dispatcher and do not read it here.
    /// </summary>
    public UaCaller? CallerNow => _caller;

    public bool IsActivated => _caller is not null;

    /// <summary>True for the caller's session, and for one of the same user.</summary>
    public bool IsOf(UaCaller caller) => Id == caller.SessionId || (caller.User is not null && CallerNow?.User == caller.User);

    /// <summary>Its user; null: anonymous.</summary>
    public UaUser? User { get; private set; }

    /// <summary>True if the time of its user is over. By the time that has gone by: the clock of the wall may jump.</summary>
    public bool IsUserOver(TimeProvider time) =>
        Volatile.Read(ref _userEnds) is not long.MaxValue and var end && time.GetTimestamp() >= end;

    /// <summary>Identifies its client, for the client's share of all sessions.</summary>
    public ClientIdentity Identity => ClientIdentity.From(User?.Name, ClientCertificate, Connection?.Remote, IsLocal);

    public PendingCalls Pending { get; }

    /// <summary>Its subscriptions; null before the first activation.</summary>
    public SessionSubscriptions? Subscriptions { get; set; }

    public PublishRequestPool Publishes { get; } = new();

    /// <summary>Browses that are not finished.</summary>
    public ContinuationPoints Browses { get; } = new();

    /// <summary>Reads of history that are not finished.</summary>
    public required HistoryPoints History { get; init; }

    /// <summary>Notes that a request has come: the timeout starts again.</summary>
    public void Touch(long now) => Volatile.Write(ref _lastContact, now);

    /// <summary>Time since the last request.</summary>
    public TimeSpan Silence(TimeProvider time) => time.GetElapsedTime(Volatile.Read(ref _lastContact));

    public bool IsOverdue(TimeProvider time) => Silence(time) > Timeout;

    /// <summary>Gives the session to a user on a connection; under <see cref="Gate"/>.</summary>
    public void Activate(UaConnection connection, UaUser? user, UserTokenType authentication, TimeProvider time)
    {
        const int maxHistory = 10;
        if (UserHistory.Length < maxHistory && (UserHistory is not [.., var last] || last != user?.Name))
            UserHistory = [.. UserHistory, user?.Name];
        Authentication = authentication;
        if (IsActivated)
            _connection?.AddSession(-1);
        connection.AddSession(1);
        _connection = connection;
        Become(user, connection);
        var ends = user?.Lasts is { } lasts ? time.GetTimestamp() + (long)(lasts.TotalSeconds * time.TimestampFrequency) : long.MaxValue;
        Volatile.Write(ref _userEnds, ends);
    }

    /// <summary>Goes on without a user; under <see cref="Gate"/>.</summary>
    public void BecomeAnonymous(UaConnection connection)
    {
        Authentication = UserTokenType.Anonymous;
        Volatile.Write(ref _userEnds, long.MaxValue);
        Become(null, connection);
    }

    /// <summary>Sets its user and the user's roles; under <see cref="Gate"/>.</summary>
    public void Become(UaUser? user, UaConnection connection)
    {
        User = user;
        _caller = new UaCaller(
            Id,
            Name,
            user?.Name,
            user?.Roles ?? [],
            Client.ApplicationUri,
            connection.Remote,
            Security.Mode == MessageSecurityMode.SignAndEncrypt
        )
        {
            WellKnownRoles = RolesOf(user),
            Circumstances = Circumstances,
        };
    }

    /// <summary>The roles that a user has in this session.</summary>
    public WellKnownRoles RolesOf(UaUser? user) => Roles.RolesOf(user?.Name, user?.Roles ?? [], Circumstances);

    private RoleCircumstances Circumstances => new(Client.ApplicationUri, Security.Mode, Security.Policy.Uri, EndpointUrl);

    /// <summary>Detaches it from its connection; under <see cref="Gate"/>.</summary>
    public void Close()
    {
        if (IsActivated)
            _connection?.AddSession(-1);
        IsClosed = true;
    }
}
