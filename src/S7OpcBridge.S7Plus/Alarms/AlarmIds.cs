namespace S7OpcBridge.S7Plus.Alarms;

/// <summary>
/// Ids of alarms. Sources: S7CommPlusDriver (Ids), s7commwireshark (id names), traces of a 1500 in python-snap7 #820; those of acknowledging from
/// jsonscada-s7commplus-integration, which tried them on PLCSIM Advanced.
/// </summary>
internal static class AlarmIds
{
    // Objects.
    public const uint Subsystem = 8;
    public const uint TextContainer = 114;
    public const uint SystemAlarms = 0x8A7E_0000;
    public const uint TextLists = 0x8A37_0000;

    // The part of a subscription that selects alarms.
    public const uint SubscriptionRefClass = 2662;
    public const uint TriggerMode = 1005;
    public const uint Domains = 2659;
    public const uint DomainFilter = 7731;
    public const uint Languages = 8181;
    public const uint SendTexts = 8173;
    public const uint ItsSubsystem = 2660;
    public const uint CpuLanguages = 2717;
    public const uint TextContainerClass = 4672;

    // An alarm in a notification or in the list of pending ones.
    public const uint AlarmClass = 2681;
    public const uint PendingAlarms = 2667;
    public const uint CpuAlarmId = 2670;
    public const uint AllStates = 2671;
    public const uint Domain = 2672;
    public const uint Coming = 2673;
    public const uint Going = 2677;
    public const uint Texts = 2715;
    public const uint MessageType = 4079;
    public const uint HmiInfo = 7813;
    public const uint SequenceCounter = 7917;

    // The moment of coming or going.
    public const uint MomentStruct = 3473;
    public const uint MomentStates = 3474;
    public const uint MomentTime = 3475;
    public const uint MomentValues = 3476;
    public const uint MomentAckTime = 3646;

    // An acknowledgement.
    public const uint AckJobClass = 3636;
    public const uint JobState = 3641;
    public const uint JobTime = 3642;
    public const uint ItsAckJob = 3645;
    public const uint AckList = 3647;
    public const uint AckElement = 7604;
    public const uint AckStates = 7596;
    public const uint AckResult = 7597;
    public const uint AckAlarmId = 7598;

    // Text lists.
    public const uint TextLibraryClass = 606;
    public const uint TextOffsets = 608;
    public const uint TextStrings = 609;
}
