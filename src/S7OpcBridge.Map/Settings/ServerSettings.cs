using S7OpcBridge.Map.Settings;

namespace S7OpcBridge.Map;

/// <summary>What clients may do without logging in.</summary>
public enum AnonymousAccess : byte
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>Browse, read and subscribe.</summary>
    Read,

    /// <summary>Write as well.</summary>
    Write,
}

/// <summary>The map's settings of the OPC UA server. Immutable.</summary>
public sealed record ServerSettings
{
    /// <summary>Default endpoint: this machine only.</summary>
    public const string DefaultEndpoint = "opc.tcp://localhost:4840";

    /// <summary>Default name. Clients distinguish servers by it, so a map with an endpoint beyond loopback should set one.</summary>
    public const string DefaultName = "S7OpcBridge";

    /// <summary>Default folder of the certificate stores, in the state folder or beside the map.</summary>
    public const string DefaultCertificates = "certs";

    /// <summary>Environment variable with the default folder of the certificate stores; the container image sets it to /certs.</summary>
    public const string CertificatesVariable = "S7OPCBRIDGE_CERTIFICATES";

    /// <summary>Security policies that the map may name; the first three are the default.</summary>
    public static readonly string[] Policies =
    [
        "Aes256_Sha256_RsaPss",
        "Aes128_Sha256_RsaOaep",
        "Basic256Sha256",
        "ECC_nistP384_AesGcm",
        "ECC_nistP384_ChaChaPoly",
        "ECC_nistP256_AesGcm",
        "ECC_nistP256_ChaChaPoly",
        "ECC_brainpoolP384r1_AesGcm",
        "ECC_brainpoolP384r1_ChaChaPoly",
        "ECC_brainpoolP256r1_AesGcm",
        "ECC_brainpoolP256r1_ChaChaPoly",
        "RSA_DH_AesGcm",
        "RSA_DH_ChaChaPoly",
        "ECC_nistP384",
        "ECC_nistP256",
        "ECC_brainpoolP384r1",
        "ECC_brainpoolP256r1",
        "None",
    ];

    /// <summary>Name of the server, unique in the plant.</summary>
    public string Name { get; init; } = DefaultName;

    /// <summary>Namespace of the tags where the map sets it; see <see cref="TagNamespace"/>.</summary>
    public string? Namespace { get; init; }

    /// <summary>Pattern of the tags' node ids; null: PLC/Name.</summary>
    public string? NodeIds { get; init; }

    /// <summary>URL to listen on.</summary>
    public Uri Endpoint { get; init; } = new(DefaultEndpoint);

    /// <summary>Names and addresses that clients use instead of the endpoint's.</summary>
    public IReadOnlyList<string> Advertise { get; init; } = [];

    /// <summary>
    /// The URLs for clients: with the advertised names, otherwise the endpoint; an endpoint on all addresses is replaced by the machine's name.
    /// </summary>
    public IReadOnlyList<string> ClientUrls =>
        Advertise.Count > 0 ? [.. Advertise.Select(name => ClientUrl.From(name, Endpoint))]
        : Endpoint.Host is "0.0.0.0" or "[::]" ? [ClientUrl.From(Environment.MachineName, Endpoint)]
        : [ClientUrl.From(Endpoint.OriginalString, Endpoint)];

    /// <summary>Security policies offered.</summary>
    public IReadOnlyList<string> Security
    {
        get;
        init => (field, NamesSecurity) = (value, true);
    } = Policies[..3];

    /// <summary>True where the map names them; else the bridge adds those for which it has certificates on elliptic curves.</summary>
    public bool NamesSecurity { get; private init; }

    /// <summary>True: the policy None and writing without a user are allowed beyond loopback, too.</summary>
    public bool AllowInsecure { get; init; }

    /// <summary>What clients may do without logging in.</summary>
    public AnonymousAccess Anonymous { get; init; }

    /// <summary>The users file, resolved; null: none.</summary>
    public string? UsersFile { get; init; }

    /// <summary>The users, from the file or from the map itself.</summary>
    public IReadOnlyList<UserEntry> Users { get; init; } = [];

    /// <summary>The roles of the users file; null: the file has no list of roles.</summary>
    public IReadOnlyList<RoleEntry>? Roles { get; init; }

    /// <summary>Issuers of access tokens with which users log in.</summary>
    public IReadOnlyList<TokenIssuer> Issuers { get; init; } = [];

    /// <summary>True where the map has users with names and passwords, or certificates.</summary>
    public bool HasAccounts => UsersFile is not null || Users.Count > 0;

    /// <summary>True where the map configures users, or issuers of tokens for users: clients can then log in.</summary>
    public bool HasUsers => HasAccounts || Issuers.Count > 0;

    /// <summary>Folder of the certificate stores, resolved; a compiled map always has one.</summary>
    public string? Certificates { get; init; }

    /// <summary>True: during the first hour unknown clients are trusted on their first connection.</summary>
    public bool TrustFirstUse { get; init; }

    /// <summary>URL of a discovery server to register with; null: none.</summary>
    public string? Discovery { get; init; }

    /// <summary>Clients that listen, to which the server connects.</summary>
    public IReadOnlyList<ReverseConnectSettings> ReverseConnect { get; init; } = [];

    /// <summary>The command line of <c>certs trust</c> for this map; <c>{0}</c> is replaced by the thumbprint.</summary>
    public string TrustCommand { get; init; } = ProgramInvocation.Command("certs trust").Replace("{", "{{").Replace("}", "}}") + " {0}";

    /// <summary>
    /// True where a certificate is needed: an offered policy signs or encrypts, passwords must be encrypted, or the server registers with a discovery server.
    /// </summary>
    public bool NeedsCertificate => HasUsers || Discovery is not null || Security.Any(policy => policy != "None");

    /// <summary>Where values are recorded; null: nowhere.</summary>
    public HistorySettings? History { get; init; }

    /// <summary>Limits for clients.</summary>
    public ServerLimits Limits { get; init; } = new();

    /// <summary>ApplicationUri, and namespace 1.</summary>
    public string ApplicationUri => $"urn:s7opcbridge:{Uri.EscapeDataString(Name)}";

    /// <summary>Namespace 2, that of the tags.</summary>
    public string TagNamespace => Namespace ?? ApplicationUri + ":tags";

    /// <summary>A copy with the paths and commands that depend on the location of the map.</summary>
    public ServerSettings WithPathsFrom(SourceFile map) =>
        this with
        {
            Certificates =
                Certificates ?? Environment.GetEnvironmentVariable(CertificatesVariable) ?? StateFolder.Resolve(map, DefaultCertificates),
            TrustCommand = map.Path == BridgeMap.DefaultPath ? TrustCommand : $"{TrustCommand} --map {Quoted(Path.GetFullPath(map.Path))}",
        };

    /// <summary>True where only this machine can connect, and the server connects to no other.</summary>
    public bool IsLoopback => ListensLocally && ReverseConnect.All(static client => client.IsLocal);

    /// <summary>True where only this machine can connect.</summary>
    internal bool ListensLocally => Loopback.IsHost(Endpoint.Host);

    // Quoted for a shell, with braces doubled, because the command is a format string.
    private static string Quoted(string path) => ProgramInvocation.Quoted(path).Replace("{", "{{").Replace("}", "}}");
}
