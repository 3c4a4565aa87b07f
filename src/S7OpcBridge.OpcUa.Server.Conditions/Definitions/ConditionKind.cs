namespace S7OpcBridge.OpcUa.Server.Conditions;

/// <summary>The types of conditions that the server makes (OPC 10000-9, 5.8).</summary>
public enum ConditionKind : byte
{
    /// <summary>OffNormalAlarmType: a bit that is not as it should be.</summary>
    OffNormal,

    /// <summary>SystemOffNormalAlarmType: a device or a connection has failed.</summary>
    SystemOffNormal,

    /// <summary>ExclusiveLevelAlarmType: a value beyond limits; only the outermost limit counts.</summary>
    ExclusiveLevel,

    /// <summary>NonExclusiveLevelAlarmType: a value beyond limits; each limit has a state of its own.</summary>
    NonExclusiveLevel,

    /// <summary>CertificateExpirationAlarmType: a certificate ends soon.</summary>
    CertificateExpiration,

    /// <summary>
    /// ControllerAlarmType (<c>ns=2;i=1001</c>), our subtype of AlarmConditionType: an alarm that another system has found, which also says whether it is
    /// acknowledged (<see cref="ConditionSet.Tell"/>), and more (<see cref="ConditionDetails"/>). It has no input and cannot be shelved.
    /// </summary>
    Alarm,
}

/// <summary>What is active in a condition. A limit implies <see cref="Active"/>.</summary>
[Flags]
public enum ConditionStates : byte
{
    /// <summary>Nothing.</summary>
    Inactive = 0,

    /// <summary>The condition; the only state of conditions without limits.</summary>
    Active = 1,

    /// <summary>The value is above the limit HighHigh.</summary>
    HighHigh = 2,

    /// <summary>The value is above the limit High.</summary>
    High = 4,

    /// <summary>The value is below the limit Low.</summary>
    Low = 8,

    /// <summary>The value is below the limit LowLow.</summary>
    LowLow = 16,
}
