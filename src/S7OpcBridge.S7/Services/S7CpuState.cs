using S7OpcBridge.S7.Services;

namespace S7OpcBridge.S7;

/// <summary>The operating state of a CPU. In STOP it still answers reads with values that look valid.</summary>
public enum S7CpuState : byte
{
    /// <summary>Not reported, or none of the other states.</summary>
    Unknown,

    /// <summary>The user program does not run.</summary>
    Stop,

    /// <summary>Between STOP and RUN.</summary>
    StartUp,

    /// <summary>The user program runs.</summary>
    Run,

    /// <summary>Halted at a breakpoint.</summary>
    Hold,

    /// <summary>Defective: only switching it off and on helps.</summary>
    Defect,
}

/// <summary>The current mode transition (SZL 0424): the low nibble of byte 3 is the state.</summary>
internal static class S7CpuMode
{
    public const ushort ListId = 0x0424;

    private const int StateOffset = 3;

    public static S7CpuState Decode(S7SystemList list) =>
        list.Count == 0 || list.RecordLength <= StateOffset ? S7CpuState.Unknown : Decode(list[0][StateOffset]);

    /// <summary>The state in the first record of a list.</summary>
    public static S7CpuState DecodeList(ReadOnlySpan<byte> list) =>
        S7SystemList.FirstRecordOf(list) is { Length: > StateOffset } record ? Decode(record[StateOffset]) : S7CpuState.Unknown;

    public static S7CpuState Decode(byte state) =>
        (state & 0x0F) switch
        {
            1 or 2 or 3 or 4 => S7CpuState.Stop,
            5 or 6 or 7 => S7CpuState.StartUp,
            8 or 9 => S7CpuState.Run,
            0x0A => S7CpuState.Hold,
            0x0D => S7CpuState.Defect,
            _ => S7CpuState.Unknown,
        };
}
