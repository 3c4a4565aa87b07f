using System.Net;

namespace S7OpcBridge;

/// <summary>What clients may do without a user name.</summary>
internal enum AnonymousAccess : byte
{
    None,
    Read,
    Write,
}

/// <summary>What the map says about the OPC UA server. Immutable.</summary>
internal sealed record ServerSettings
{
    /// <summary>Where the bridge listens unless the map says otherwise: on this machine only.</summary>
    public const string DefaultEndpoint = "opc.tcp://localhost:4840";

    /// <summary>Name unless the map gives one; clients tell servers apart by it, so beyond loopback the map should.</summary>
    public const string DefaultName = "S7OpcBridge";

    /// <summary>Security policies that can be written, the strongest first.</summary>
    public static readonly string[] Policies = ["Aes256_Sha256_RsaPss", "Aes128_Sha256_RsaOaep", "Basic256Sha256", "None"];

    /// <summary>Unique in the plant.</summary>
    public string Name { get; init; } = DefaultName;

    /// <summary>Namespace of the tags where the map says it; see <see cref="TagNamespace"/>.</summary>
    public string? Namespace { get; init; }

    /// <summary>Where to listen.</summary>
    public Uri Endpoint { get; init; } = new(DefaultEndpoint);

    /// <summary>Names and addresses that clients use instead of the endpoint's.</summary>
    public IReadOnlyList<string> Advertise { get; init; } = [];

    /// <summary>Security policies on offer.</summary>
    public IReadOnlyList<string> Security { get; init; } = Policies[..3];

    /// <summary>True: None and writing without a user are meant, also beyond loopback.</summary>
    public bool AllowInsecure { get; init; }

    /// <summary>What clients may do without a user name.</summary>
    public AnonymousAccess Anonymous { get; init; }

    /// <summary>The users file, resolved; null: none.</summary>
    public string? UsersFile { get; init; }

    /// <summary>Folder of the certificate stores, resolved; null: <c>certs</c> beside the folder of the map.</summary>
    public string? Certificates { get; init; }

    /// <summary>Sessions at most.</summary>
    public int MaxSessions { get; init; } = 500;

    /// <summary>Monitored items of all clients at most.</summary>
    public int MaxMonitoredItems { get; init; } = 1_000_000;

    /// <summary>ApplicationUri, and namespace 1.</summary>
    public string ApplicationUri => $"urn:s7opcbridge:{Uri.EscapeDataString(Name)}";

    /// <summary>Namespace 2, the tags.</summary>
    public string TagNamespace => Namespace ?? ApplicationUri + ":tags";

    /// <summary>True where only this machine can connect.</summary>
    public bool IsLoopback => Endpoint.Host == "localhost" || (IPAddress.TryParse(Endpoint.Host.Trim('[', ']'), out var address) && IPAddress.IsLoopback(address));
}
