namespace S7OpcBridge.OpcUa.Server.Conditions;

/// <summary>What many conditions have in common; they share one object.</summary>
public sealed record ConditionRules
{
    /// <summary>True: an activation waits for Acknowledge.</summary>
    public bool AckRequired { get; init; } = true;

    /// <summary>True: an acknowledged activation waits for Confirm.</summary>
    public bool ConfirmRequired { get; init; }

    /// <summary>The ConditionClass, a type of namespace 0 (OPC 10000-9, 5.9); 11163 is BaseConditionClassType, 11164 Process, 11165 Maintenance, 11166
    /// System.</summary>
    public uint Class { get; init; } = ConditionClasses.Process;

    /// <summary>Longest time of shelving; zero: without limit.</summary>
    public TimeSpan MaxTimeShelved { get; init; }
}

/// <summary>The condition classes of OPC 10000-9, 5.9, ids of namespace 0.</summary>
public static class ConditionClasses
{
    /// <summary>BaseConditionClassType: no class.</summary>
    public const uint None = 11163;

    /// <summary>ProcessConditionClassType: the process.</summary>
    public const uint Process = 11164;

    /// <summary>MaintenanceConditionClassType: maintenance.</summary>
    public const uint Maintenance = 11165;

    /// <summary>SystemConditionClassType: controllers, networks, this server.</summary>
    public const uint System = 11166;

    /// <summary>SafetyConditionClassType: safety.</summary>
    public const uint Safety = 17218;
}

/// <summary>The limits of a level condition, in the unit of the input; null: there is no such limit.</summary>
public sealed record ConditionLimits(double? HighHigh, double? High, double? Low, double? LowLow);

/// <summary>A condition. The server stores it compactly and keeps no reference to the record.</summary>
/// <param name="Id">Its node, an object below the source; the ConditionId of its events. A string id.</param>
/// <param name="Source">The node it is about: SourceNode of its events, and where HasCondition begins.</param>
/// <param name="Kind">Its type.</param>
/// <param name="Name">The ConditionName; also the BrowseName of the object.</param>
/// <param name="Rules">What it has in common with others.</param>
public sealed record ConditionDefinition(NodeId Id, NodeId Source, ConditionKind Kind, string Name, ConditionRules Rules)
{
    /// <summary>The SourceName of its events; null: the text of the source's id.</summary>
    public string? SourceName { get; init; }

    /// <summary>The notifier that gets the events, the object of a PLC, which the server shows as event source's parent; null id: the Server.</summary>
    public NodeId Notifier { get; init; }

    /// <summary>The variable that the condition is computed from (InputNode); null: it is the source. <see cref="NoInput"/>: there is none.</summary>
    public NodeId? Input { get; init; }

    /// <summary>A variable whose value is the normal one (NormalState, discrete kinds only); null id: there is none.</summary>
    public NodeId NormalState { get; init; }

    /// <summary>The limits, for level kinds.</summary>
    public ConditionLimits? Limits { get; init; }

    /// <summary>The message while it is active; every update may bring another.</summary>
    public ConditionText? Message { get; init; }

    /// <summary>The severity until the first update, 1 to 1000.</summary>
    public ushort Severity { get; init; } = 500;

    /// <summary>The certificate that ends soon, for <see cref="ConditionKind.CertificateExpiration"/>.</summary>
    public ConditionCertificate? Certificate { get; init; }

    /// <summary>For <see cref="Input"/>: the condition is computed from no variable.</summary>
    public static NodeId NoInput => default;
}

/// <summary>A certificate (CertificateExpirationAlarmType, OPC 10000-9, 5.8.24.7).</summary>
/// <param name="Expiration">When it ends, in OPC UA ticks.</param>
/// <param name="Type">Its CertificateType, an id of namespace 0.</param>
/// <param name="Bytes">The certificate, DER.</param>
public sealed record ConditionCertificate(long Expiration, uint Type, byte[] Bytes);
