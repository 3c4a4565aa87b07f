namespace S7OpcBridge.S7Plus.Alarms;

/// <summary>An alarm as sent, before values are put into its texts.</summary>
internal sealed class AlarmRecord
{
    /// <summary>Texts per alarm at most: all of <see cref="S7PlusAlarmOptions.MostLanguages"/> languages.</summary>
    public const int MostTexts = S7PlusAlarmOptions.MostLanguages * 11;

    public ulong Id { get; set; }

    public S7PlusAlarmEvent Event { get; set; }

    public byte States { get; set; }

    public ushort Domain { get; set; }

    public int MessageType { get; set; }

    public uint Sequence { get; set; }

    public HmiInfo Hmi { get; set; }

    /// <summary>Nanoseconds since 1970; 0: not said.</summary>
    public ulong Time { get; set; }

    /// <summary>Nanoseconds since 1970; 0: not acknowledged.</summary>
    public ulong AckTime { get; set; }

    public int AckResult { get; set; }

    /// <summary>The values 1 to 10, those that were sent.</summary>
    public AssociatedValue[] Values { get; set; } = [];

    public List<AlarmTextRecord> Texts { get; } = [];

    /// <summary>True where one of its texts shows an entry of a text list.</summary>
    public bool ShowsTextLists
    {
        get
        {
            foreach (var text in Texts)
            {
                if (text.Text.Contains(AlarmPlaceholder.TextListMark, StringComparison.Ordinal))
                    return true;
            }
            return false;
        }
    }
}

/// <summary>One text of an alarm.</summary>
/// <param name="Lcid">Its language; 0: not said.</param>
/// <param name="Number">1 info text, 2 alarm text, 3 to 11 additional texts 1 to 9.</param>
/// <param name="Text">The text, with placeholders.</param>
internal readonly record struct AlarmTextRecord(int Lcid, int Number, string Text)
{
    public const int Info = 1;
    public const int Alarm = 2;
    public const int FirstAdditional = 3;
    public const int Last = 11;

    // CPUs before languages came along with alarms have this in place of a language, and a set bit in the number.
    private const uint FirstWithoutLanguage = 0x8000_0000;

    public static AlarmTextRecord From(uint key, string text) =>
        key >= FirstWithoutLanguage
            ? new AlarmTextRecord(0, (int)(key & 0x7FFF), text)
            : new AlarmTextRecord((int)(key >> 16), (int)(key & 0xFFFF), text);
}
