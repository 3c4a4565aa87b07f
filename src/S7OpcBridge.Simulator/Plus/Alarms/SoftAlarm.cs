namespace S7OpcBridge.Simulator;

/// <summary>An alarm that a soft PLC can raise by S7CommPlus, as an instance of a Program_Alarm does. Immutable.</summary>
/// <param name="Block">Name of the data block that raises it; empty: the system.</param>
/// <param name="Number">Its number within the block, 1–65535.</param>
/// <param name="Texts">Its texts, one entry per language.</param>
public sealed record SoftAlarm(string Block, int Number, IReadOnlyList<SoftAlarmText> Texts)
{
    /// <summary>Block and number, as scripts name it: <c>DB_Pack/1</c>.</summary>
    public string Name => $"{Block}/{Number}";

    /// <summary>True, the default: it is to be acknowledged.</summary>
    public bool NeedsAcknowledgement { get; init; } = true;

    /// <summary>Its priority, 0–16.</summary>
    public byte Priority { get; init; } = 9;

    /// <summary>Number of its display class, 0–16.</summary>
    public int DisplayClass { get; init; }

    /// <summary>Symbols whose values go along with its coming, at most 10.</summary>
    public IReadOnlyList<string> Values { get; init; } = [];

    /// <summary>The symbol of a Bool that it follows; null: it comes and goes by <see cref="SoftAlarms.Set"/> and scripts only.</summary>
    public string? Trigger { get; init; }
}

/// <summary>
/// The texts of an alarm in one language. Placeholders as in TIA Portal: <c>@1%d@</c>; they are sent as they are, and clients put in the values.
/// </summary>
/// <param name="Lcid">The language by its Windows number: 1031 German, 1033 English.</param>
/// <param name="Text">The alarm text.</param>
/// <param name="Info">The info text.</param>
/// <param name="Additional">Additional texts 1 to 9.</param>
public sealed record SoftAlarmText(int Lcid, string Text, string Info = "", params IReadOnlyList<string> Additional);

/// <summary>A text list: texts for numbers.</summary>
/// <param name="Lcid">The language by its Windows number; 0: the same in all.</param>
/// <param name="Number">Its number, as placeholders name it: <c>@1%t#519K@</c>.</param>
/// <param name="Entries">The texts by their numbers.</param>
public sealed record SoftTextList(int Lcid, int Number, IReadOnlyDictionary<int, string> Entries);
