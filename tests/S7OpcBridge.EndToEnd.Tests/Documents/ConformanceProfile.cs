namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A conformance unit of OPC 10000-7 (1.04).</summary>
/// <param name="Title">As the standard has it.</param>
internal sealed record ConformanceUnitRow(string Title)
{
    /// <summary>The profile leaves it to the server.</summary>
    public bool IsOptional { get; init; }

    /// <summary>Why there is no test; null: there must be one.</summary>
    public string? WhyNot { get; init; }
}

/// <summary>A facet with the units that it adds.</summary>
/// <param name="Title">As the standard has it.</param>
/// <param name="Units">Units that none of the facets before it has.</param>
internal sealed record ConformanceFacet(string Title, params IReadOnlyList<ConformanceUnitRow> Units)
{
    /// <summary>Part of the Standard 2017 UA Server Profile; else beyond it.</summary>
    public bool IsInProfile { get; init; } = true;
}

/// <summary>The Standard 2017 UA Server Profile with all it includes, and what the bridge does beyond it.</summary>
internal static class ConformanceProfile
{
    public static IReadOnlyList<ConformanceFacet> Facets { get; } =
    [
        new(
            "Core 2017 Server Facet",
            Unit("Address Space Atomicity"),
            Unit("Address Space Base"),
            Unit("Address Space Full Array Only"),
            Unit("Attribute Read"),
            Optional("Attribute Write Index"),
            Optional("Attribute Write Values"),
            Unit("Base Info Core Structure"),
            Without("Base Info Estimated Return Time", "the bridge does not know when somebody will start it again"),
            Without("Base Info OptionSet", "no tag is an option set"),
            Without("Base Info Placeholder Modelling Rules", "only the types of namespace 0 have placeholders"),
            Without("Base Info Selection List", "no tag has a selection list; states are MultiStateValueDiscrete"),
            Optional("Base Info Server Capabilities"),
            Optional("Base Info ValueAsText"),
            Unit("Discovery Find Servers Self"),
            Unit("Discovery Get Endpoints"),
            Optional("Security Administration"),
            Optional("Security Role Server Authorization"),
            Unit("Session Base"),
            Unit("Session General Service Behaviour"),
            Unit("Session Minimum 1"),
            Unit("View Basic"),
            Unit("View Minimum Continuation Point 01"),
            Unit("View RegisterNodes"),
            Unit("View TranslateBrowsePath")
        ),
        new("SecurityPolicy - None", Unit("Security None"), Unit("Security None CreateSession ActivateSession")),
        new("User Token - User Name Password Server Facet", Unit("Security Invalid user token"), Unit("Security User Name Password")),
        new("UA-TCP UA-SC UA-Binary", Unit("Protocol UA TCP"), Unit("UA Binary Encoding"), Unit("UA Secure Conversation")),
        new(
            "Embedded DataChange Subscription Server Facet",
            Unit("Monitor Basic"),
            Unit("Monitor Items 2"),
            Unit("Monitor QueueSize_1"),
            Unit("Monitor Value Change"),
            Unit("Subscription Basic"),
            Unit("Subscription Minimum 1"),
            Unit("Subscription Publish Discard Policy"),
            Unit("Subscription Publish Min 02")
        ),
        new("Micro Embedded Device 2017 Server Profile", Unit("Session Minimum 2 Parallel")),
        new(
            "Standard DataChange Subscription 2017 Server Facet",
            Unit("Base Info GetMonitoredItems Method"),
            Unit("Base Info ResendData Method"),
            Unit("Method Call"),
            Unit("Monitor Items 10"),
            Unit("Monitor Items 100"),
            Unit("Monitor MinQueueSize_02"),
            Unit("Monitor Triggering"),
            Unit("Monitor Items Deadband Filter"),
            Unit("Subscription Minimum 02"),
            Unit("Subscription Publish Min 05")
        ),
        new(
            "Embedded 2017 UA Server Profile",
            Optional("Base Info Engineering Units"),
            Unit("Base Info Type System"),
            Without(
                "Security - No Application Authentication",
                "whoever does not prove which application it is gets in only where the map says `security: [None]`"
            ),
            Unit("Security Default ApplicationInstance Certificate"),
            Unit("Security Policy Required")
        ),
        new(
            "Security policies",
            Unit("SecurityPolicy [A] - Aes128-Sha256-RsaOaep"),
            Unit("SecurityPolicy [B] - Basic256Sha256"),
            Unit("SecurityPolicy - Aes256-Sha256-RsaPss"),
            Unit("Security Certificate Validation"),
            Unit("Security Signing Required"),
            Unit("Security Encryption Required")
        ),
        new(
            "Enhanced DataChange Subscription 2017 Server Facet",
            Unit("Monitor Items 500"),
            Unit("Monitor MinQueueSize_05"),
            Unit("Subscription Minimum 05"),
            Unit("Subscription Publish Min 10")
        ),
        new("User Token - X509 Certificate Server Facet", Unit("Security User X509")),
        new(
            "Standard 2017 UA Server Profile",
            Without("Attribute Write StatusCode & Timestamp", "a PLC has no place for a status; a client's time is accepted and ignored"),
            Unit("Base Info Diagnostics"),
            Unit("Discovery Register"),
            Unit("Discovery Register2"),
            Unit("Session Cancel"),
            Optional("Session Change User"),
            Unit("Session Minimum 50 Parallel"),
            Unit("View Minimum Continuation Point 05")
        ),
        new(
            "Standard Event Subscription Server Facet",
            Unit("Address Space Events"),
            Unit("Base Info EventQueueOverflow EventType"),
            Unit("Base Info System Status"),
            Optional("Base Info Device Failure"),
            Optional("Base Info Model Change"),
            Without("Base Info Progress Events", "nothing here takes long enough to tell of its progress"),
            Unit("Monitor Complex Event Filter"),
            Unit("Monitor Events"),
            Unit("Monitor QueueSize_ServerMax")
        )
        {
            IsInProfile = false,
        },
        new("Address Space Notifier Server Facet", Unit("Address Space Notifier Hierarchy"), Optional("Address Space Source Hierarchy"))
        {
            IsInProfile = false,
        },
        new(
            "Auditing Server Facet",
            Unit("Auditing Base"),
            Unit("Auditing Cancel"),
            Unit("Auditing Connections"),
            Unit("Auditing Method"),
            Unit("Auditing Secure Communication"),
            Unit("Auditing Write")
        )
        {
            IsInProfile = false,
        },
        new(
            "Data Access Server Facet",
            Unit("Data Access DataItems"),
            Optional("Data Access AnalogItems"),
            Optional("Data Access MultiState"),
            Optional("Data Access PercentDeadband")
        )
        {
            IsInProfile = false,
        },
        new("Global Certificate Management Server Facet", Unit("Push Model for Global Certificate and TrustList Management"))
        {
            IsInProfile = false,
        },
        // OPC 10000-7 (1.04), table 192.
        new(
            "User Token - JWT Server Facet",
            Unit("Security User JWT IssuedToken"),
            Unit("Security User JWT Token Policy"),
            Without("Azure Identity Provider Authority Profile", "no such provider was there to test with"),
            Without("OAuth2 Authority Profile", "the same"),
            Without("OPC UA Authority Profile", "issuers are OIDC providers")
        )
        {
            IsInProfile = false,
        },
        // OPC 10000-7 (1.04), table 45.
        new(
            "ComplexType 2017 Server Facet",
            Unit("Address Space DataTypeDefinition Attribute"),
            Without("Attribute Alternate Encoding", "there is only the binary encoding"),
            Unit("Attribute Read Complex"),
            Unit("Attribute Write Complex"),
            Without("Monitor Alternate Encoding", "there is only the binary encoding"),
            Optional("Monitor Complex Value")
        )
        {
            IsInProfile = false,
        },
        // OPC 10000-7 (1.04), tables 48 to 56.
        new("A & C Base Condition Server Facet", Unit("A & C Basic"), Unit("A & C ConditionClasses"), Unit("A & C Refresh"))
        {
            IsInProfile = false,
        },
        new("A & C Refresh2 Server Facet", Unit("A & C Refresh2")) { IsInProfile = false },
        new("A & C Address Space Instance Server Facet", Unit("A & C Instances")) { IsInProfile = false },
        new("A & C Enable Server Facet", Unit("A & C Enable")) { IsInProfile = false },
        new(
            "A & C Alarm Server Facet",
            Unit("A & C Alarm"),
            Without("A & C Audible Sound", "a server has no loudspeaker"),
            Optional("A & C Comment"),
            Without("A & C Discrepancy", "the map has no target values"),
            Unit("A & C Discrete"),
            Without("A & C First in Group Alarm", "the map has no groups of alarms"),
            Optional("A & C OffNormal"),
            Without("A & C On-Off Delay", "delays are in the map and not shown"),
            Without("A & C Out Of Service", "a disabled condition is out of service"),
            Without("A & C Re-Alarming", "an alarm is told once"),
            Optional("A & C Shelving"),
            Without("A & C Silencing", "a server has no loudspeaker"),
            Without("A & C Suppression", "the PLC decides what it reports"),
            Without("A & C Suppression by Operator", "operators shelve"),
            Optional("A & C SystemOffNormal"),
            Without("A & C Trip", "a bit does not say that it is a trip")
        )
        {
            IsInProfile = false,
        },
        new("A & C Acknowledgeable Alarm Server Facet", Unit("A & C Acknowledge"), Optional("A & C Confirm")) { IsInProfile = false },
        new(
            "A & C Exclusive Alarming Server Facet",
            Unit("A & C Exclusive Limit"),
            Optional("A & C Exclusive Level"),
            Without("A & C Exclusive Deviation", "limits are fixed values"),
            Without("A & C Exclusive RateOfChange", "limits are of values")
        )
        {
            IsInProfile = false,
        },
        new(
            "A & C Non-Exclusive Alarming Server Facet",
            Unit("A & C Non-Exclusive Limit"),
            Optional("A & C Non-Exclusive Level"),
            Without("A & C Non-Exclusive Deviation", "limits are fixed values"),
            Without("A & C Non-Exclusive RateOfChange", "limits are of values")
        )
        {
            IsInProfile = false,
        },
        new("A & C CertificateExpiration Server Facet", Unit("A & C CertificateExpiration")) { IsInProfile = false },
        new(
            "Historical Raw Data Server Facet",
            Unit("Attribute Historical Read"),
            Unit("Historical Access Read Raw"),
            Without("Historical Access ServerTimestamp", "the time at which the source gave a value is kept")
        )
        {
            IsInProfile = false,
        },
        new("Historical Data AtTime Server Facet", Unit("Historical Access Time Instance")) { IsInProfile = false },
        new("Method Server Facet", Unit("Address Space Method")) { IsInProfile = false },
        new("Reverse Connect Server Facet", Unit("Protocol Reverse Connect Server")) { IsInProfile = false },
        new("Client Redundancy Server Facet", Unit("Subscription Transfer")) { IsInProfile = false },
    ];

    private static ConformanceUnitRow Unit(string title) => new(title);

    private static ConformanceUnitRow Optional(string title) => new(title) { IsOptional = true };

    private static ConformanceUnitRow Without(string title, string why) => new(title) { IsOptional = true, WhyNot = why };
}
