using System.Collections.Immutable;
using S7OpcBridge.S7Plus.Alarms;

namespace S7OpcBridge.S7Plus;

/// <summary>What a CPU tells about an alarm.</summary>
public enum S7PlusAlarmEvent : byte
{
    /// <summary>It came, or in a list: it is active.</summary>
    Coming,

    /// <summary>It went, or in a list: it is gone but not acknowledged.</summary>
    Going,

    /// <summary>
    /// Somebody's acknowledgement was done. Only <see cref="S7PlusAlarm.Id"/>, <see cref="S7PlusAlarm.AcknowledgeTime"/> and
    /// <see cref="S7PlusAlarm.AcknowledgeResult"/> are given then: all else is as it was before.
    /// </summary>
    Acknowledged,
}

/// <summary>One alarm of a CPU (Program_Alarm, ProDiag, system diagnostics), as a notification or the list of pending alarms tells it. Immutable.</summary>
/// <remarks>Source: traces of a 1500 in python-snap7 #820 (August and September 2026); S7CommPlusDriver; bits of the states from four samples.</remarks>
public sealed record S7PlusAlarm
{
    /// <summary>Associated values of an alarm at most.</summary>
    public const int MostValues = 10;

    private const byte ActiveBit = 0x01;
    private const byte AcknowledgedBit = 0x02;
    private const uint DataBlocks = 0x8A0E_0000;

    /// <summary>What distinguishes it in its CPU: the object that raised it, its number, two bytes of zero.</summary>
    public required ulong Id { get; init; }

    /// <summary>What happened.</summary>
    public required S7PlusAlarmEvent Event { get; init; }

    /// <summary>The object that raised it.</summary>
    public uint Source => (uint)(Id >> 32);

    /// <summary>Number of the instance data block that raised it; null: it was none, as for alarms of the system.</summary>
    public ushort? BlockNumber => (Source & 0xFFFF_0000) == DataBlocks ? (ushort)Source : null;

    /// <summary>Its number within the object that raised it.</summary>
    public ushort Number => (ushort)(Id >> 16);

    /// <summary>The states as sent: bit 0 active, bit 1 acknowledged.</summary>
    public byte States { get; init; }

    /// <summary>True: its cause is there.</summary>
    public bool IsActive => (States & ActiveBit) != 0;

    /// <summary>True: acknowledged, or not to be acknowledged.</summary>
    public bool IsAcknowledged => (States & AcknowledgedBit) != 0;

    /// <summary>What kind of message it is: 1 to be acknowledged, 2 not, 3 information, 4 acknowledgement; 0: not said.</summary>
    public int MessageType { get; init; }

    /// <summary>True: it is to be acknowledged.</summary>
    public bool NeedsAcknowledgement => MessageType == 1 || !IsAcknowledged;

    /// <summary>1 system diagnostics, 3 security, 256 + n class n of the user's display classes.</summary>
    public ushort Domain { get; init; }

    /// <summary>Number of its alarm class; 0: not said.</summary>
    public ushort Class { get; init; }

    /// <summary>Its priority, 0 to 16; 0: the lowest, or not said.</summary>
    public byte Priority { get; init; }

    /// <summary>When it came or went, by the CPU's clock (UTC).</summary>
    public DateTimeOffset Time { get; init; }

    /// <summary>When it was acknowledged, by the CPU's clock (UTC); null: not said.</summary>
    public DateTimeOffset? AcknowledgeTime { get; init; }

    /// <summary>Result of an acknowledgement: 0 done.</summary>
    public int AcknowledgeResult { get; init; }

    /// <summary>Counts the comings; a going has that of its coming.</summary>
    public uint Sequence { get; init; }

    /// <summary>Its texts by language, values put in; empty: the CPU sends none.</summary>
    public ImmutableArray<S7PlusAlarmText> Texts { get; init; } = [];

    /// <summary>Its associated values as text, up to the last one that is used; an empty text for one that is not.</summary>
    public ImmutableArray<string> Values { get; init; } = [];
}

/// <summary>The texts of an alarm in one language.</summary>
/// <param name="Lcid">The language by its Windows number: 1031 de-DE, 1033 en-US; 0: not said.</param>
/// <param name="Text">The alarm text.</param>
/// <param name="Info">The info text; empty: none.</param>
/// <param name="Additional">Additional texts 1 to 9, up to the last one that there is.</param>
public sealed record S7PlusAlarmText(int Lcid, string Text, string Info, ImmutableArray<string> Additional)
{
    /// <summary>The language as in <c>de-DE</c>; empty: not said, or none that TIA Portal has.</summary>
    public string Locale => AlarmLanguages.LocaleOf(Lcid);
}
