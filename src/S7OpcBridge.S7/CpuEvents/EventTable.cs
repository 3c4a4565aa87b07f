using System.Globalization;

namespace S7OpcBridge.S7.CpuEvents;

/// <summary>What an event means when it comes and when it goes; null: only the other is known.</summary>
internal readonly record struct EventMeaning(string? Coming, string? Going);

/// <summary>All events with words, read from the lists when first needed.</summary>
internal static class EventTable
{
    private const ushort Coming = 0x0100;

    /// <summary>The words by id with the bit of coming cleared.</summary>
    public static Dictionary<ushort, EventMeaning> Words { get; } =
        Read(ProgramEvents.Lines, FaultEvents.Lines, ModeEvents.Lines, ModuleEvents.Lines);

    // A line: an id or a range of ids, then the words; behind a bar those for the going of the same event. Classes 8 and 9: ids without the kind of error.
    private static Dictionary<ushort, EventMeaning> Read(params ReadOnlySpan<string> lists)
    {
        var words = new Dictionary<ushort, EventMeaning>();
        foreach (var list in lists)
        {
            foreach (var line in list.AsSpan().EnumerateLines())
            {
                var blank = line.IndexOf(' ');
                var ids = line[..blank];
                var text = line[(blank + 1)..];
                var dash = ids.IndexOf('-');
                var last = Id(ids[(dash + 1)..]);
                for (var id = Id(dash < 0 ? ids : ids[..dash]); id <= last; id++)
                    Add(words, id, text);
            }
        }
        return words;
    }

    private static void Add(Dictionary<ushort, EventMeaning> words, ushort id, ReadOnlySpan<char> text)
    {
        var key = (ushort)(id & ~Coming);
        var known = words.GetValueOrDefault(key);
        var bar = text.IndexOf('|');
        if (bar >= 0)
            words[key] = new EventMeaning(text[..bar].ToString(), text[(bar + 1)..].ToString());
        else if (id >> 12 is 8 or 9)
            words[key] = new EventMeaning(text.ToString(), $"{text}: gone");
        else if ((id & Coming) != 0)
            words[key] = known with { Coming = text.ToString() };
        else
            words[key] = known with { Going = text.ToString() };
    }

    private static ushort Id(ReadOnlySpan<char> digits) => ushort.Parse(digits, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
}
