namespace S7OpcBridge.OpcUa.Server.Conditions.Fields;

/// <summary>Ids of namespace 0 that belong to conditions; the names leave out Type.</summary>
internal static class ConditionTypes
{
    public const uint Condition = 2782,
        ConditionRefresh = 3875,
        ConditionRefresh2 = 12912;
    public const uint Alarm = 2915,
        OffNormalAlarm = 10637,
        SystemOffNormalAlarm = 11753,
        ExclusiveLevelAlarm = 9482,
        NonExclusiveLevelAlarm = 10060;
    public const uint CertificateExpirationAlarm = 13225;

    /// <summary>The namespace of the application, which has <see cref="ControllerAlarm"/>.</summary>
    public const ushort Application = 2;

    /// <summary>Our subtype of AlarmConditionType, an id of the namespace of the application, where all other ids are strings.</summary>
    public const uint ControllerAlarm = 1001;

    private const uint Unshelved = 2930,
        TimedShelved = 2932,
        OneShotShelved = 2933;
    private const uint HighHigh = 9329,
        High = 9331,
        Low = 9333,
        LowLow = 9335;

    /// <summary>The state of ShelvedStateMachineType.</summary>
    public static uint StateOf(ShelvingMode mode) =>
        mode switch
        {
            ShelvingMode.Timed => TimedShelved,
            ShelvingMode.OneShot => OneShotShelved,
            _ => Unshelved,
        };

    /// <summary>The state of ExclusiveLimitStateMachineType; 0: none.</summary>
    public static uint StateOf(ConditionStates states, out ConditionText name)
    {
        (var id, name) = (states & ~ConditionStates.Active) switch
        {
            >= ConditionStates.LowLow => (LowLow, StateTexts.LowLow),
            >= ConditionStates.Low => (Low, StateTexts.Low),
            var high when (high & ConditionStates.HighHigh) != 0 => (HighHigh, StateTexts.HighHigh),
            ConditionStates.High => (High, StateTexts.High),
            _ => (0u, StateTexts.NoMessage),
        };
        return id;
    }

    /// <summary>The name of a condition class.</summary>
    public static string NameOfClass(uint type) =>
        type switch
        {
            ConditionClasses.Process => "ProcessConditionClassType",
            ConditionClasses.Maintenance => "MaintenanceConditionClassType",
            ConditionClasses.System => "SystemConditionClassType",
            ConditionClasses.Safety => "SafetyConditionClassType",
            _ => "BaseConditionClassType",
        };
}
