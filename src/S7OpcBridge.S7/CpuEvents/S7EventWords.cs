namespace S7OpcBridge.S7.CpuEvents;

/// <summary>
/// The frequent events of CPUs in words of our own. An event id: bits 15 to 12 class, 11 external error, 10 internal error, 9 entered in the buffer, 8 coming
/// (1) or going (0), 7 to 0 number.
/// </summary>
internal static class S7EventWords
{
    private const ushort Coming = 0x0100;

    // Module diagnostics and user events have the same number whatever the bits of the kind of error are.
    private const ushort ClassAndNumber = 0xF0FF;

    /// <summary>A sentence for an event, without a full stop.</summary>
    /// <param name="id">Event id.</param>
    public static string Of(ushort id)
    {
        var eventClass = id >> 12;
        var isComing = (id & Coming) != 0;
        var key = eventClass is 8 or 9 ? (ushort)(id & ClassAndNumber) : (ushort)(id & ~Coming);
        if (!EventTable.Words.TryGetValue(key, out var words))
            return $"{Class(eventClass)}, number {id & 0xFF:X2}, {Direction(isComing)} (event {id:X4})";
        if ((isComing ? words.Coming : words.Going) is { } known)
            return $"{known} (event {id:X4})";
        return $"{words.Coming ?? words.Going}, {Direction(isComing)} (event {id:X4})";
    }

    private static string Direction(bool isComing) => isComing ? "coming" : "going";

    private static string Class(int number) =>
        number switch
        {
            0x1 => "Start of an organisation block",
            0x2 => "Programming error",
            0x3 => "Fault of the system",
            0x4 => "Change of mode",
            0x5 => "Event while running",
            0x6 => "Communication or memory",
            0x7 => "Redundant or fail-safe system",
            0x8 => "Diagnostics of a module",
            0x9 => "User event",
            0xA or 0xB => "Event of the program",
            0xF => "Event of another module",
            _ => $"Event of class {number:X1}",
        };
}
