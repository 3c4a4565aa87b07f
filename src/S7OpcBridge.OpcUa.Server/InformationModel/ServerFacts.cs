namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>The values of the Server object (OPC 10000-5, 6.3.1 ff.). Times are OPC UA ticks.</summary>
internal sealed record ServerFacts
{
    private static readonly string[] StandardProfile = ["http://opcfoundation.org/UA-Profile/Server/StandardUA2017"];

    /// <summary>First entry of ServerArray, second of NamespaceArray.</summary>
    public required string ApplicationUri { get; init; }

    /// <summary>Namespace URIs from index 2 on.</summary>
    public IReadOnlyList<string> Namespaces { get; init; } = [];

    /// <summary>Name, maker and version.</summary>
    public BuildInfo Build { get; init; } = new();

    /// <summary>When the server started.</summary>
    public required long StartTime { get; init; }

    /// <summary>Gives the present state; called whenever a client reads it.</summary>
    public Func<ServerCondition> Condition { get; init; } = static () => ServerCondition.Running;

    /// <summary>Whether audit events are raised.</summary>
    public bool IsAuditing { get; init; }

    /// <summary>URIs of the profiles that the server fulfils; docs/internals/conformance.md names the tests of every unit.</summary>
    public IReadOnlyList<string> Profiles { get; init; } = StandardProfile;

    /// <summary>Where history is read; null: there is none.</summary>
    public HistorySource? History { get; init; }

    /// <summary>Advertised limits of history.</summary>
    public HistoryLimits HistoryLimits { get; init; } = new();

    /// <summary>What the server has beyond the ground.</summary>
    public IReadOnlyList<ServerExtension> Extensions { get; init; } = [];

    /// <summary>True when the Aliases object is served.</summary>
    public bool ServesAliases { get; init; }

    /// <summary>Locales that texts come in.</summary>
    public IReadOnlyList<string> Locales { get; init; } = ["en"];

    /// <summary>The servers that stand in for this one; null: there are none.</summary>
    public RedundantSet? Redundancy { get; init; }

    /// <summary>Advertised limits.</summary>
    public ServerLimitFacts Limits { get; init; } = new();

    /// <summary>The values that follow from the options.</summary>
    /// <param name="condition">Gives the present state.</param>
    /// <param name="isAuditing">True: audit events are raised.</param>
    public static ServerFacts From(UaServerOptions options, Func<ServerCondition> condition, bool isAuditing) =>
        new ServerFacts
        {
            ApplicationUri = options.ApplicationUri,
            ServesAliases = options.Aliases is not null,
            Extensions = options.Extensions,
            History = options.History,
            HistoryLimits = options.Limits.History,
            Namespaces = options.Namespaces,
            Locales = options.Locales,
            Profiles =
            [
                .. StandardProfile,
                .. HistoryCapabilities.Profiles(options.History),
                .. options.Extensions.SelectMany(static extension => extension.Profiles),
            ],
            Build = options.Build,
            StartTime = UaTime.Now(options.Time),
            Redundancy = options.Redundancy,
            Condition = condition,
            IsAuditing = isAuditing,
            Limits = ServerLimitFacts.From(options.Limits),
        };
}

/// <summary>State, progress of a shutdown and service level (255: best, 0: in maintenance).</summary>
internal readonly record struct ServerCondition(
    ServerState State,
    uint SecondsTillShutdown,
    LocalizedText ShutdownReason,
    byte ServiceLevel
)
{
    /// <summary>Running, with the best service level.</summary>
    public static readonly ServerCondition Running = new(ServerState.Running, 0, default, 255);

    /// <summary>When a server that is being stopped is back (OPC UA ticks); 0: unknown, or it runs.</summary>
    public long EstimatedReturnTime { get; init; }
}
