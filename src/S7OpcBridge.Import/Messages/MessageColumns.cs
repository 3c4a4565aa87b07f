using System.Text.RegularExpressions;
using S7OpcBridge.Map.AlarmLists;

namespace S7OpcBridge.Import.Messages;

/// <summary>
/// The columns of a table with the texts of messages: a number, a text for each language, and as wanted a class and a signal. WinCC's lists also have the
/// messages that it raises itself; those have a tag.
/// </summary>
internal sealed partial class MessageColumns
{
    private static readonly string[] SignalNames =
    [
        "signal",
        "sig",
        "sig_id",
        "sub number",
        "sub-number",
        "subnumber",
        "unternummer",
        "teilmeldung",
    ];

    private readonly Dictionary<string, int> _columns = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Reads the headings.</summary>
    public MessageColumns(IReadOnlyList<string> headings)
    {
        var known = new AlarmColumns(headings);
        (Number, Class, IsOther) = (known.Id, known.Class, known.IsList);
        Texts = [.. known.Texts];
        for (var i = 0; i < headings.Count; i++)
        {
            var heading = headings[i].Trim();
            _columns.TryAdd(heading, i);
            if (known.Texts.Count == 0 && Culture().IsMatch(heading))
                Texts.Add((heading, i));
        }
        // A list of tags has addresses, and an HMI's list of alarms has triggers.
        IsOther |= Find("address", "adresse", "logical address", "symbol", "plc tag") >= 0 || known.Trigger >= 0;
        // TIA Portal's table of all texts of a project counts them by numbers of its own.
        HasTextNumbers = known.Texts.Count == 0 && Find("category", "kategorie", "reference", "referenz") >= 0;
    }

    /// <summary>True for a table whose rows have the number of a message and its text.</summary>
    public bool AreOfMessages => Number >= 0 && Texts.Count > 0 && !IsOther && !HasTextNumbers;

    /// <summary>True for a table of texts that says nothing of messages.</summary>
    public bool AreOfTextsOnly => Texts.Count > 0 && !IsOther && HasTextNumbers;

    public int Number { get; }

    public int Class { get; }

    /// <summary>The signal of a block with several, 1 to 8.</summary>
    public int Signal => Find(SignalNames);

    /// <summary>The tag by which WinCC raises a message itself; empty for those that a CPU sends.</summary>
    public int Tag => Find("message tag", "meldevariable");

    /// <summary>The columns of texts with their languages; an empty language where the heading names none.</summary>
    public List<(string Locale, int Column)> Texts { get; }

    private bool IsOther { get; }

    private bool HasTextNumbers { get; }

    private int Find(params ReadOnlySpan<string> names)
    {
        foreach (var name in names)
        {
            if (_columns.TryGetValue(name, out var column))
                return column;
        }
        return -1;
    }

    [GeneratedRegex("^[a-z]{2}-[A-Z]{2}$")]
    private static partial Regex Culture();
}
