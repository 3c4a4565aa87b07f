using System.Net;
using System.Net.Sockets;
using S7OpcBridge.Map.Compiling;

namespace S7OpcBridge.Map;

/// <summary>What clients may do without a user name.</summary>
public enum AnonymousAccess : byte
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>Browse, read and subscribe.</summary>
    Read,

    /// <summary>Write as well.</summary>
    Write,
}

/// <summary>What the map says about the OPC UA server. Immutable.</summary>
public sealed record ServerSettings
{
    /// <summary>Where the bridge listens unless the map says otherwise: on this machine only.</summary>
    public const string DefaultEndpoint = "opc.tcp://localhost:4840";

    /// <summary>Name unless the map gives one; clients tell servers apart by it, so beyond loopback the map should.</summary>
    public const string DefaultName = "S7OpcBridge";

    /// <summary>Folder of the certificate stores unless the map says otherwise, beside the map.</summary>
    public const string DefaultCertificates = "certs";

    /// <summary>Environment variable with the folder of maps that name none; the container image sets it to /certs.</summary>
    public const string CertificatesVariable = "S7OPCBRIDGE_CERTIFICATES";

    /// <summary>Security policies that can be written; the first three are offered where nothing is.</summary>
    public static readonly string[] Policies = ["Aes256_Sha256_RsaPss", "Aes128_Sha256_RsaOaep", "Basic256Sha256", "ECC_nistP384", "ECC_nistP256", "None"];

    /// <summary>Unique in the plant.</summary>
    public string Name { get; init; } = DefaultName;

    /// <summary>Namespace of the tags where the map says it; see <see cref="TagNamespace"/>.</summary>
    public string? Namespace { get; init; }

    /// <summary>Pattern of the tags' node ids; null: PLC/Name.</summary>
    public string? NodeIds { get; init; }

    /// <summary>Where to listen.</summary>
    public Uri Endpoint { get; init; } = new(DefaultEndpoint);

    /// <summary>Names and addresses that clients use instead of the endpoint's.</summary>
    public IReadOnlyList<string> Advertise { get; init; } = [];

    /// <summary>The URLs by which clients come: by the advertised names, or else the endpoint; where that is all addresses of this machine, by the machine's name.</summary>
    public IReadOnlyList<string> ClientUrls => Advertise.Count > 0 ? [.. Advertise.Select(UrlOf)]
        : Endpoint.Host is "0.0.0.0" or "[::]" ? [UrlOf(Environment.MachineName)] : [Endpoint.OriginalString];

    /// <summary>Security policies on offer.</summary>
    public IReadOnlyList<string> Security { get; init; } = Policies[..3];

    /// <summary>True: None and writing without a user are meant, also beyond loopback.</summary>
    public bool AllowInsecure { get; init; }

    /// <summary>What clients may do without a user name.</summary>
    public AnonymousAccess Anonymous { get; init; }

    /// <summary>The users file, resolved; null: none.</summary>
    public string? UsersFile { get; init; }

    /// <summary>The users, from the file or from the map itself.</summary>
    public IReadOnlyList<UserEntry> Users { get; init; } = [];

    /// <summary>The roles of the users file; null: it has none, not even an empty list.</summary>
    public IReadOnlyList<RoleEntry>? Roles { get; init; }

    /// <summary>True where the map says anything of users: then a name and a password are asked for.</summary>
    public bool HasUsers => UsersFile is not null || Users.Count > 0;

    /// <summary>Folder of the certificate stores, resolved; a compiled map always has one.</summary>
    public string? Certificates { get; init; }

    /// <summary>True: for an hour clients are trusted when they first come.</summary>
    public bool TrustFirstUse { get; init; }

    /// <summary>URL of a discovery server to register with; null: none.</summary>
    public string? Discovery { get; init; }

    /// <summary>How <c>certs trust</c> is called for this map; <c>{0}</c> stands for the thumbprint.</summary>
    public string TrustCommand { get; init; } = ProgramInvocation.Command("certs trust").Replace("{", "{{").Replace("}", "}}") + " {0}";

    /// <summary>True when a policy on offer signs or encrypts, passwords must be encrypted even without one, or a discovery server must know who we are.</summary>
    public bool NeedsCertificate => HasUsers || Discovery is not null || Security.Any(policy => policy != "None");

    /// <summary>What clients may ask for at most.</summary>
    public ServerLimits Limits { get; init; } = new();

    /// <summary>ApplicationUri, and namespace 1.</summary>
    public string ApplicationUri => $"urn:s7opcbridge:{Uri.EscapeDataString(Name)}";

    /// <summary>Namespace 2, the tags.</summary>
    public string TagNamespace => Namespace ?? ApplicationUri + ":tags";

    /// <summary>The same with what follows from where the map lies.</summary>
    public ServerSettings WithPathsFrom(SourceFile map) => this with
    {
        Certificates = Certificates ?? Environment.GetEnvironmentVariable(CertificatesVariable) ?? map.Resolve(DefaultCertificates),
        TrustCommand = map.Path == BridgeMap.DefaultPath ? TrustCommand : $"{TrustCommand} --map {Quoted(map.Path)}",
    };

    /// <summary>True where only this machine can connect.</summary>
    public bool IsLoopback => Endpoint.Host == "localhost" || (IPAddress.TryParse(Endpoint.Host.Trim('[', ']'), out var address) && IPAddress.IsLoopback(address));

    private string UrlOf(string name)
    {
        const string Scheme = "opc.tcp://";
        if (name.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase))
            return name;
        var host = IPAddress.TryParse(name, out var address) && address.AddressFamily == AddressFamily.InterNetworkV6 && name[0] != '[' ? $"[{name}]" : name;
        return Uri.TryCreate(Scheme + host, UriKind.Absolute, out var url) && url.Port > 0 ? Scheme + host : $"{Scheme}{host}:{Endpoint.Port}";
    }

    // For a shell, and with braces doubled: the command is a format.
    private static string Quoted(string path) => ProgramInvocation.Quoted(path).Replace("{", "{{").Replace("}", "}}");
}
