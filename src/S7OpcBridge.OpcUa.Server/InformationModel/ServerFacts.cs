using S7OpcBridge.OpcUa.Server.Events.Auditing;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>What the Server object tells about this server (OPC 10000-5, 6.3.1 ff.). Times are OPC UA ticks.</summary>
public sealed record ServerFacts
{
    /// <summary>First entry of ServerArray, second of NamespaceArray.</summary>
    public required string ApplicationUri { get; init; }

    /// <summary>Namespace URIs from index 2 on.</summary>
    public IReadOnlyList<string> Namespaces { get; init; } = [];

    /// <summary>Name, maker and version.</summary>
    public BuildInfo Build { get; init; } = new();

    /// <summary>When the server started.</summary>
    public required long StartTime { get; init; }

    /// <summary>What the server is doing just now; asked whenever a client reads it.</summary>
    public Func<ServerCondition> Condition { get; init; } = static () => ServerCondition.Running;

    /// <summary>Whether there are events of the audit (for those who may see them).</summary>
    public bool IsAuditing { get; init; }

    /// <summary>URIs of the profiles that the server fulfils; docs/internals/conformance.md names the tests of every unit.</summary>
    public IReadOnlyList<string> Profiles { get; init; } = ["http://opcfoundation.org/UA-Profile/Server/StandardUA2017"];

    /// <summary>True when ServerConfiguration is served.</summary>
    public bool ServesConfiguration { get; init; }

    /// <summary>True when the Aliases object is served.</summary>
    public bool ServesAliases { get; init; }

    /// <summary>Locales that texts come in.</summary>
    public IReadOnlyList<string> Locales { get; init; } = ["en"];

    /// <summary>By which rules users get a role; null: no role objects.</summary>
    public Func<string, IReadOnlyList<IdentityMappingRuleType>>? Identities { get; init; }

    /// <summary>What the role objects tell of applications and endpoints.</summary>
    public RoleDirectory RoleDirectory { get; init; } = new();

    /// <summary>True where roles can be given by the methods of the role objects.</summary>
    public bool ServesRoleMethods { get; init; }

    /// <summary>Advertised limits.</summary>
    public ServerLimitFacts Limits { get; init; } = new();

    /// <summary>What the options say of the server.</summary>
    /// <param name="options">The options.</param>
    /// <param name="condition">Tells how the server is, when somebody asks.</param>
    /// <param name="isAuditing">True: there may be somebody who receives audit events.</param>
    public static ServerFacts Of(UaServerOptions options, Func<ServerCondition> condition, bool isAuditing) => new ServerFacts
    {
        ApplicationUri = options.ApplicationUri,
        ServesConfiguration = options.Management is not null,
        ServesAliases = options.Aliases is not null,
        Namespaces = options.Namespaces,
        Build = options.Build,
        StartTime = UaTime.Now(options.Time),
        Identities = options.Identities,
        RoleDirectory = options.RoleDirectory,
        ServesRoleMethods = options.Identities is not null && options.Roles is not null,
        Condition = condition,
        IsAuditing = isAuditing,
        Limits = ServerLimitFacts.Of(options.Limits),
    };
}

/// <summary>State, the way down and the service level (255: best, 0: in maintenance).</summary>
public readonly record struct ServerCondition(ServerState State, uint SecondsTillShutdown, LocalizedText ShutdownReason, byte ServiceLevel)
{
    /// <summary>All is well.</summary>
    public static readonly ServerCondition Running = new(ServerState.Running, 0, default, 255);
}
