using S7OpcBridge.Import.Sources;
using S7OpcBridge.Map.AlarmLists;

namespace S7OpcBridge.Import.Lists;

/// <summary>The texts of messages that a CPU sends by number, while sources are read; within <see cref="ImportLimits"/>.</summary>
internal sealed class ImportedMessages
{
    private readonly List<CpuAlarmRow> _rows = [];
    private long _characters;

    /// <summary>All of them in the order in which they were read; a number may be there several times.</summary>
    public IReadOnlyList<CpuAlarmRow> Rows => _rows;

    /// <summary>Counts a message before it is kept. False: there are too many.</summary>
    public bool TryCount(int characters)
    {
        if (Count >= ImportLimits.Messages || _characters + characters > ImportLimits.MessageCharacters)
            return false;
        (Count, _characters) = (Count + 1, _characters + characters);
        return true;
    }

    /// <summary>Adds a message that was counted.</summary>
    public void Add(CpuAlarmRow row) => _rows.Add(row);

    private int Count { get; set; }
}
