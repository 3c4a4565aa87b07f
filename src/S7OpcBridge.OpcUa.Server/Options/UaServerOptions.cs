using System.Net;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>The settings of a server. Immutable.</summary>
public sealed record UaServerOptions : ChannelOptions
{
    /// <summary>Identifies this server; entry 0 of ServerArray, entry 1 of NamespaceArray, and a SAN of the certificate.</summary>
    public required string ApplicationUri { get; init; }

    /// <summary>The name that clients show.</summary>
    public string ApplicationName { get; init; } = "S7OpcBridge";

    /// <summary>Further namespaces, from index 2 on.</summary>
    public IReadOnlyList<string> Namespaces { get; init; } = [];

    /// <summary>
    /// Where to listen: <c>opc.tcp://host:port/path</c>. The host is localhost (both loopback addresses), an address of this machine, 0.0.0.0 (IPv4) or
    /// [::] (IPv4 and IPv6). Port 0 takes a free one.
    /// </summary>
    public string Endpoint { get; init; } = "opc.tcp://localhost:4840";

    /// <summary>
    /// Names and addresses, each with or without a port, under which clients reach the server. A client that used one of them gets that one,
    /// any other client the first. Empty: each client gets the name it used.
    /// </summary>
    public IReadOnlyList<string> Advertise { get; init; } = [];

    /// <summary>Clients that listen, to which the server connects.</summary>
    public IReadOnlyList<ReverseClient> ReverseClients { get; init; } = [];

    /// <summary>True when a session may be activated without a user.</summary>
    public bool AllowAnonymous { get; init; } = true;

    /// <summary>Checks user names and passwords; null: not offered.</summary>
    public UserNameCheck? CheckUserName { get; init; }

    /// <summary>Checks user names before their passwords are decrypted; null: none is refused or decrypted last.</summary>
    public UserNameLook? LookAtUserName { get; init; }

    /// <summary>Checks users' certificates; null: not offered.</summary>
    public UserCertificateCheck? CheckUserCertificate { get; init; }

    /// <summary>Whose access tokens users may log in with; empty: nobody's.</summary>
    public IReadOnlyList<UserTokenIssuer> TokenIssuers { get; init; } = [];

    /// <summary>True where users have secrets that clients encrypt for the server's certificate, also over the policy None.</summary>
    internal bool HasSecrets => CheckUserName is not null || TokenIssuers.Count > 0;

    /// <summary>
    /// Permissions of nodes whose source gives none (<see cref="INodeSource.PermissionsOf"/>); null: permissions are not checked, and no node has the
    /// permission attributes.
    /// </summary>
    public PermissionSet? Permissions { get; init; }

    /// <summary>The roles beside the well-known ones, and the conditions under which a session has a role.</summary>
    public RoleDirectory RoleDirectory { get; init; } = new();

    /// <summary>True for addresses of this machine: tunnels and proxies bring any client from there, so clients with such an address do not share
    /// limits.</summary>
    internal Func<IPAddress, bool> IsLocal { get; init; } = IPAddress.IsLoopback;

    /// <summary>Writes Value attributes; null: nothing can be written.</summary>
    public WriteHandler? Write { get; init; }

    /// <summary>Receives the outcome of every node of every Write call, refused ones too; null: not observed.</summary>
    public WriteObserver? ObserveWrites { get; init; }

    /// <summary>Runs the application's methods; null: there are none.</summary>
    public MethodHandler? Call { get; init; }

    /// <summary>Reads table variables again for a Read with a MaxAge; null: a Read always answers from the table.</summary>
    public FreshReadHandler? ReadFresh { get; init; }

    /// <summary>The variables that were written and not read back yet, for which reads with a MaxAge wait; null: they do not wait.</summary>
    public WrittenVariables? Written { get; init; }

    /// <summary>Finds nodes for FindAlias of the Aliases object; null: the object is not served.</summary>
    public AliasSearch? Aliases { get; init; }

    /// <summary>Where history is read; null: nothing is historized, and the services of history are not offered.</summary>
    public HistorySource? History { get; init; }

    /// <summary>Parts of the standard that the server has only if they are given to it here, such as conditions.</summary>
    public IReadOnlyList<ServerExtension> Extensions { get; init; } = [];

    /// <summary>The locales of the server's texts, LocaleIdArray; the first is for clients that ask for none of them.</summary>
    public IReadOnlyList<string> Locales { get; init; } = ["en"];

    /// <summary>
    /// Time between the announcement of a shutdown (ServerStatus, SystemStatusChangeEvent) and the end of the sessions. No wait while there are no
    /// subscriptions.
    /// </summary>
    public TimeSpan ShutdownDelay { get; init; }

    /// <summary>The servers that stand in for this one (non-transparent redundancy); null: there are none.</summary>
    public RedundantSet? Redundancy { get; init; }

    /// <summary>What the server accepts.</summary>
    public UaServerLimits Limits { get; init; } = new();

    /// <summary>Name, maker, version; some clients choose batch sizes by it.</summary>
    public BuildInfo Build { get; init; } =
        new()
        {
            ProductName = "S7OpcBridge",
            ProductUri = "urn:s7opcbridge",
            ManufacturerName = "S7OpcBridge",
            SoftwareVersion = "0.1.0",
            BuildNumber = "0",
        };

    /// <summary>How well the server can serve, 0 to 255 (OPC 10000-4, 6.6.2.4.2); called whenever a client reads it.</summary>
    public Func<byte> ServiceLevel { get; init; } = static () => 255;
}
