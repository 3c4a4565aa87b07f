using System.Globalization;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>The names of the blocks that raise alarms, by their numbers, from the list of blocks as it is known now.</summary>
internal sealed class PlusAlarmNames(Func<S7PlusProgram> program)
{
    private S7PlusProgram? _of;
    private Dictionary<ushort, string> _names = [];

    /// <summary>The block that raised an alarm; empty: none, but the system.</summary>
    public string BlockOf(S7PlusAlarm alarm)
    {
        if (alarm.BlockNumber is not { } number)
            return "";
        if (!ReferenceEquals(_of, program()))
        {
            _of = program();
            _names = [];
            foreach (var block in _of.Blocks)
            {
                if (block.Number is { } known)
                    _names.TryAdd(known, block.Name);
            }
        }
        return _names.TryGetValue(number, out var name) ? name : string.Create(CultureInfo.InvariantCulture, $"DB{number}");
    }
}
